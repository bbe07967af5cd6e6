import { pieces } from '../../food/bodies.ts'
import { food } from '../../food/food-surfaces.ts'
import { herbs, pepper } from '../../food/garnishes.ts'
import { sprinkle } from '../../food/grains.ts'
import { within } from '../../food/kitchen.ts'
import { sprig, strewn } from '../../food/leaf-sheets.ts'
import { ladle } from '../../food/pools.ts'
import { drumsticks, fanned, seared, slab } from '../../made/meats.ts'
import { burger, filledRoll } from '../../made/stacks.ts'
import { roundFruit, sticks, threads } from '../../made/vegetables.ts'
import { type Dish, dish } from '../served-dish.ts'

const onBoard = { vessel: 'board', from: 22, hot: true, tool: 'none' } as const
const onPlate = { vessel: 'plate', from: 46, hot: true, tool: 'fork' } as const
const inBasket = { vessel: 'basket', from: 46, hot: true, tool: 'none' } as const
const fries = within({ x: 0.62, y: 0.1, share: 0.52 }, sticks({ count: 34, high: 0.2 }))
const beef = { kind: 'patty' } as const
const cheese = { kind: 'cheese' } as const
const lettuce = { kind: 'leaf' } as const
const tomato = { kind: 'slices', name: 'tomato' } as const
const onion = { kind: 'slices', name: 'onion' } as const
const sauce = { kind: 'sauce', colour: '#d98a52' } as const

export const AMERICAN: readonly Dish[] = [
  dish(
    'cheeseburger',
    'burger,hamburger,hamburguesa,hamburguesa con queso,cheese burger,burguer,برغر,برجر,همبرغر,ハンバーガー,汉堡,햄버거',
    onBoard,
    burger([lettuce, tomato, beef, cheese, onion, sauce]),
    within({ x: 0.78, y: 0.3, share: 0.3 }, sticks({ count: 22, high: 0.12, share: 0.9 })),
  ),
  dish(
    'double burger',
    'double cheeseburger,smash burger,smashburger,double smash burger,hamburguesa doble',
    onBoard,
    burger([lettuce, beef, cheese, beef, cheese, { kind: 'slices', name: 'cucumber' }, sauce]),
  ),
  dish(
    'bacon burger',
    'bacon cheeseburger,hamburguesa con bacon,burger au bacon,burger mit speck',
    onBoard,
    burger([lettuce, tomato, beef, cheese, { kind: 'bacon' }, sauce]),
  ),
  dish(
    'chicken burger',
    'chicken sandwich,crispy chicken burger,fried chicken sandwich,hamburguesa de pollo,fish burger,zinger',
    onBoard,
    burger([
      lettuce,
      { kind: 'patty', colour: '#c58232', crunchy: true },
      { kind: 'slices', name: 'cucumber' },
      { kind: 'sauce', colour: '#f2e6c4' },
    ]),
  ),
  dish(
    'veggie burger',
    'vegan burger,vegetarian burger,hamburguesa vegetariana,plant based burger,falafel burger',
    onBoard,
    burger([
      lettuce,
      tomato,
      { kind: 'patty', colour: '#7d5a2c' },
      { kind: 'leaf', name: 'rocket' },
      { kind: 'sauce', colour: '#b9c566' },
    ]),
  ),
  dish(
    'hot dog',
    'hotdog,perrito caliente,bratwurst,currywurst,chili dog,sausage in a bun,cachorro quente,هوت دوغ,ホットドッグ',
    { ...onBoard, from: 40 },
    filledRoll({ sausage: '#b0532c', squirt: ['#e3ab25', '#b3261a'] }),
  ),
  dish(
    'french fries',
    'fries,chips,patatas fritas,papas fritas,frites,pommes frites,pommes,patatine fritte,batatas fritas,batata frita,poutine,loaded fries,بطاطس مقلية,بطاطا مقلية,フライドポテト,薯条',
    inBasket,
    sticks({ count: 84, high: 0.36, share: 0.74, size: [0.26, 0.036, 0.036] }),
    sprinkle('#ffffff', 50, { long: 0.009 }),
    herbs,
  ),
  dish(
    'potato wedges',
    'wedges,roast potatoes,patatas bravas,kartoffelspalten,bratkartoffeln,patate al forno,potatoes,papas,pommes de terre,kartoffeln,patate,batatas,بطاطس',
    inBasket,
    pieces({
      colour: '#dba548',
      look: { second: '#ecc77c', crust: '#8f5217', done: 0.4, gloss: 0.35, bump: 0.14 },
      count: 26,
      size: [0.2, 0.075, 0.07],
      share: 0.75,
      high: 0.2,
      square: 0.6,
      tumbled: 0.5,
    }),
    herbs,
  ),
  dish(
    'fried chicken',
    'crispy chicken,pollo frito,poulet frit,brathahnchen frittiert,pollo fritto,frango frito,karaage,kfc,chicken tenders,chicken strips,nuggets,chicken nuggets,دجاج مقلي,بروستد,から揚げ,炸鸡',
    inBasket,
    drumsticks(11, { colour: '#b5722a', crunchy: true, size: 1.15, share: 0.62 }),
    sprig('parsley', 3),
  ),
  dish(
    'chicken wings',
    'buffalo wings,wings,alitas,alitas de pollo,ailes de poulet,hahnchenflugel,alette,asinhas,hot wings,أجنحة دجاج',
    { ...onPlate, vessel: 'coupe', tool: 'none' },
    drumsticks(13, { colour: '#b5591c', sauce: true, crunchy: true, size: 1, share: 0.56, bone: 0.6 }),
    sticks({
      count: 8,
      colour: '#a9c66a',
      size: [0.24, 0.045, 0.04],
      share: 0.2,
      x: 0.55,
      y: 0.55,
      aligned: 0.9,
      done: 0,
      high: 0.05,
    }),
    within({ x: -0.6, y: 0.55, share: 0.2 }, ladle('#f5efe0', { share: 0.9, high: 0.06 })),
  ),
  dish(
    'barbecue ribs',
    'bbq ribs,ribs,spare ribs,costillas,travers de porc,rippchen,costine,costelinhas,baby back ribs,ضلوع',
    { ...onBoard, from: 44 },
    slab(
      () =>
        food('#7a2d10', {
          second: '#a8501c',
          crust: '#260d05',
          done: 0.45,
          gloss: 0.85,
          polish: 60,
          bump: 0.35,
          grain: 6,
        }),
      [0.78, 0.36, 0.1],
      { x: -0.05, yaw: 0.16 },
    ),
    sticks({ count: 9, colour: '#e6d3ad', size: [0.42, 0.024, 0.022], share: 0.02, high: 0, done: 0 }),
    within({ x: 0.75, y: -0.35, share: 0.3 }, sticks({ count: 12, high: 0.1 })),
    herbs,
  ),
  dish(
    'pulled pork',
    'pulled pork sandwich,pulled chicken,sloppy joe,brisket sandwich',
    onBoard,
    burger(
      [
        { kind: 'patty', colour: '#8a4220' },
        { kind: 'sauce', colour: '#7a2a10' },
        { kind: 'leaf', name: 'radicchio' },
      ],
      { sesame: false },
    ),
  ),
  dish(
    'steak',
    'ribeye,rib eye,sirloin,new york strip,t bone,tomahawk,beef steak,filet mignon,entrecote,bistec,bife,solomillo,chuleton,rumpsteak,bistecca,tagliata,filete de res,ستيك,شريحة لحم,ステーキ,牛排',
    { ...onPlate },
    slab(() => seared('#6b3f26', { marks: 30 }), [0.54, 0.36, 0.1], { x: -0.06, y: 0.02 }),
    ladle('#ecd98f', { share: 0.12, high: 0.05, x: -0.05, y: 0.05, gloss: 0.6 }),
    within({ x: -0.05, y: 0.05, share: 0.4 }, herbs),
    within({ x: 0.6, y: -0.42, share: 0.24 }, roundFruit('#a8281d', 4, 0.1, { share: 0.7 })),
    within({ x: 0.55, y: 0.45, share: 0.25 }, threads('#4a5f35', 26, { long: 0.1, thick: 0.009, share: 0.8 })),
  ),
  dish(
    'steak and fries',
    'steak frites,steak and chips,steak fries,entrecote frites,steak mit pommes,bistec con papas',
    { ...onPlate },
    slab(() => seared('#6b3f26', { marks: 30 }), [0.44, 0.3, 0.085], { x: -0.24, y: -0.1 }),
    fries,
    ladle('#ecd98f', { share: 0.11, high: 0.05, x: -0.25, y: -0.08, gloss: 0.6 }),
    within({ x: -0.25, y: 0.1, share: 0.4 }, herbs),
    within({ x: 0.15, y: -0.65, share: 0.24 }, strewn('rocket', 8, { size: 0.8 })),
  ),
  dish(
    'sliced steak',
    'tagliata di manzo,flank steak,roast beef,medium rare steak,prime rib,tri tip,rosbif',
    { ...onPlate, vessel: 'board' },
    fanned({ inside: '#b0393f', outside: '#33170c', count: 10, size: [0.045, 0.27, 0.1], gap: 0.115 }),
    sprinkle('#ffffff', 40, { long: 0.012 }),
    pepper,
    within({ x: 0.68, y: 0.4, share: 0.3 }, strewn('rocket', 9)),
  ),
  dish(
    'mac and cheese',
    'macaroni and cheese,macaroni cheese,cheesy pasta,kasespatzle,ماك اند تشيز',
    { ...onPlate, vessel: 'skillet' },
    ladle('#e9a52e', { share: 0.98, high: 0.05, gloss: 0.7 }),
    pieces({
      colour: '#edb543',
      look: { second: '#f3c866', gloss: 0.65, glow: 0.3, bump: 0.02 },
      count: 80,
      size: [0.085, 0.045, 0.042],
      share: 0.9,
      rough: 0.04,
      high: 0.05,
      tumbled: 0.5,
    }),
    sprinkle('#b5702a', 110, { share: 0.8, long: 0.018 }),
    herbs,
  ),
]
