import { frenchSpaces } from '../typeset.ts'
import type { BriefTexts } from './brief-texts.ts'

export const BRIEFS_FR: BriefTexts = {
  vessels: {
    plate: 'dans une assiette',
    coupe: 'dans une assiette sans bord',
    'pasta bowl': 'dans une assiette creuse',
    bowl: 'dans un bol',
    'small bowl': 'dans un petit bol',
    pot: 'dans une cocotte',
    skillet: 'dans une poêle',
    'copper bowl': 'dans un karahi en cuivre',
    'paella pan': 'dans un plat à paella',
    tray: 'sur un plateau',
    board: 'sur une planche',
    'slate board': 'sur une planche',
    'banana leaf': 'sur une feuille de bananier',
    basket: 'dans un panier',
    steamer: 'dans un panier vapeur',
    glass: 'dans un verre',
    'tall glass': 'dans un grand verre',
    'stemmed glass': 'dans un verre à pied',
    'coffee cup': 'dans une tasse',
    none: '',
  },
  freshness: {
    any: [
      'au moment du service, avec chaque détail bien visible',
      'à son meilleur moment, avec chaque détail bien visible',
    ],
    hot: ['à la sortie de la cuisine, avec un peu de vapeur', 'au moment du service, avec un bel éclat'],
    cold: ['avec des bords croquants et de la fraîcheur', 'avec un dressage frais et net'],
    sweet: ['avec des bords nets et une belle texture', 'avec chaque couche bien visible'],
    drink: ['au moment où l’on verse, à ras bord', 'avec de fines gouttes à l’extérieur'],
  },
  composition: {
    overhead: [
      'Le sujet occupe deux tiers du cadre, au centre, avec de l’air autour',
      'Le sujet est au centre et les bords du cadre restent calmes',
    ],
    'three-quarter': [
      'Le sujet est légèrement décentré et occupe deux tiers du cadre',
      'Un seul sujet, un peu sous le centre, avec de l’air au-dessus',
    ],
    level: [
      'Le sujet est au centre dans toute sa hauteur, avec de l’air au-dessus',
      'Le sujet occupe la hauteur du cadre, avec du calme des deux côtés',
    ],
  },
  light: {
    left: ['Lumière douce qui vient de la gauche', 'Une grande fenêtre : la lumière vient de la gauche'],
    right: ['Lumière douce qui vient de la droite', 'Une grande fenêtre : la lumière vient de la droite'],
    back: ['Contre-jour doux qui fait briller les bords', 'Contre-jour avec un réflecteur devant'],
    front: ['Lumière frontale douce', 'Lumière frontale régulière'],
  },
  moods: {
    natural: 'un rendu naturel',
    bright: 'un rendu lumineux',
    moody: 'un rendu sombre aux ombres profondes',
    rustic: 'un rendu rustique et chaleureux',
    minimal: 'un rendu minimaliste',
  },
  surfaces: {
    wood: 'Une table en bois',
    'dark wood': 'Une table en bois foncé',
    marble: 'Un plan en marbre',
    slate: 'Un plan en ardoise',
    linen: 'Une nappe en lin',
    concrete: 'Un plan en béton',
    tile: 'Un plan en carrelage',
    plain: 'Un fond uni',
  },
  tools: { fork: 'une fourchette', chopsticks: 'des baguettes', spoon: 'une cuillère', none: '' },
  beside: ['une serviette pliée', 'une serviette froissée au bord', 'une serviette à moitié hors du cadre'],
  camera: {
    overhead: 'Vue de dessus, objectif de 50 mm à f/5,6, tout est net',
    'three-quarter': 'À 45 degrés, objectif de 50 mm à f/4, mise au point sur le bord avant',
    level: 'Vue de face, objectif de 85 mm à f/4, mise au point sur l’avant',
  },
  props: 'À côté : {props}',
  comma: ', ',
  typeset: frenchSpaces,
}
