import { DISHES } from '@platelight/drawing/preview/dishes/all-dishes.ts'
import { expect, test } from 'vitest'
import { isAboutFood } from './about-food.ts'

test.each([
  'a red sports car',
  'my cat on the sofa',
  'invoice for March',
  'how do I reset my password?',
  'hello world',
  '12345',
  'ein rotes Auto im Regen',
  'Bewerbungsfoto für den Lebenslauf',
  'un chien devant la télévision',
  'le mot de passe du wifi',
  'una bicicleta junto a un edificio',
  'un poema sobre el mar',
  'un divano in salotto',
  'le scarpe nuove',
  'um avião no céu',
  'o meu computador',
  'سيارة حمراء',
  'قصيدة عن البحر',
])('%j is about no food', (words) => expect(isAboutFood(words)).toBe(false))

test.each([
  // Dishes that no table knows.
  'Kaiserschmarrn mit Zwetschkenröster',
  'bigos',
  'ropa vieja',
  'polvo à lagareiro',
  'منسف',
  'The Big Mess',
  // Dishes and dinners that are named after something else, or stand beside it.
  'hot dog',
  'Arme Ritter',
  'langues de chat',
  'gattò di patate',
  'bife a cavalo',
  'cachorro-quente',
  'supplì al telefono',
  'maccheroni alla chitarra',
  'Skyline chili',
  'drive-in burger in a vintage car',
  'breakfast for people with a laptop',
  'Kuchen für den Hund',
])('%j may be about food', (words) => expect(isAboutFood(words)).toBe(true))

test('every known dish is about food', () => {
  for (const { name } of DISHES) expect(isAboutFood(name), name).toBe(true)
})
