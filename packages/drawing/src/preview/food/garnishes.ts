import { roundFruit, sticks, threads } from '../made/vegetables.ts'
import { pieces, rings } from './bodies.ts'
import { sprinkle } from './grains.ts'
import type { Part } from './kitchen.ts'
import { sprig, strewn } from './leaf-sheets.ts'
import { ladle } from './pools.ts'
import { friedEgg, slices } from './slices.ts'

export const parmesan: Part = sprinkle('#f3e6bf', 90, { long: 0.035, thick: 0.006, share: 0.5, glow: 0.5 })
export const sesame: Part = sprinkle('#f1e3bd', 60, { long: 0.015, thick: 0.009, share: 0.6 })
export const chives: Part = rings('#5c9a35', 34, { radius: 0.015, thick: 0.006, tall: 1.9, share: 0.6 })
export const scallions: Part = rings('#7fb04a', 30, {
  radius: 0.026,
  thick: 0.008,
  tall: 1.6,
  share: 0.62,
  second: '#d3e3ac',
})
export const pepper: Part = sprinkle('#241c15', 70, { long: 0.008, thick: 0.006, share: 0.75 })
export const chilli: Part = rings('#c02a1b', 12, { radius: 0.028, thick: 0.011, share: 0.5, gloss: 0.7 })
export const herbs: Part = sprinkle('#3f7a28', 70, { long: 0.022, thick: 0.008, share: 0.6, second: '#6ea23f' })
export const sugar: Part = sprinkle('#fbf8f2', 240, { long: 0.009, thick: 0.006, share: 0.75, glow: 0.6 })
export const nuts: Part = pieces({
  colour: '#c2945a',
  look: { second: '#dcb884' },
  count: 24,
  size: [0.026, 0.022, 0.018],
  share: 0.5,
  rough: 0.3,
  sunk: 0.1,
})
export const limeWedge: Part = slices('lime', 2, { radius: 0.1, thick: 0.05, x: 0.72, y: -0.42, share: 0.1, lean: 0.6 })
export const lemonWedge: Part = slices('lemon', 2, {
  radius: 0.12,
  thick: 0.05,
  x: 0.7,
  y: -0.45,
  share: 0.1,
  lean: 0.6,
})

/** What a prompt may add to a dish, by its name there. */
export const GARNISHES: Readonly<Record<string, { readonly names: string; readonly part: Part }>> = {
  basil: { names: 'basil,albahaca,basilic,basilikum,basilico,manjericao,ريحان', part: sprig('basil', 4) },
  mint: { names: 'mint,menta,hierbabuena,menthe,minze,hortela,نعناع', part: sprig('mint', 4) },
  coriander: {
    names: 'cilantro,coriander,coriandre,koriander,coriandolo,coentro,كزبرة',
    part: strewn('coriander', 10, { share: 0.6 }),
  },
  parsley: {
    names: 'parsley,perejil,persil,petersilie,prezzemolo,salsa verde leaves,salsinha,بقدونس',
    part: strewn('parsley', 12, { share: 0.6 }),
  },
  dill: { names: 'dill,eneldo,aneth,aneto,endro,شبت', part: threads('#5c8a3c', 40, { long: 0.07, thick: 0.004 }) },
  rosemary: {
    names: 'rosemary,romero,romarin,rosmarin,rosmarino,alecrim,اكليل الجبل',
    part: threads('#55703f', 34, { long: 0.06, thick: 0.008, share: 0.3 }),
  },
  sesame: { names: 'sesame,sesamo,gergelim,sesam,سمسم', part: sesame },
  scallions: {
    names: 'scallion,spring onion,green onion,cebolleta,ciboule,fruhlingszwiebel,cipollotto,cebolinha,بصل اخضر',
    part: scallions,
  },
  chives: { names: 'chives,chive,cebollino,ciboulette,schnittlauch,erba cipollina', part: chives },
  chilli: { names: 'chili,chilli,chile,guindilla,piment,peperoncino,pimenta,فلفل حار', part: chilli },
  lemon: { names: 'lemon,limon,citron,zitrone,limone,limao siciliano,ليمون', part: lemonWedge },
  lime: { names: 'lime,lima,citron vert,limette,limao', part: limeWedge },
  egg: {
    names: 'fried egg,egg on top,huevo frito,oeuf au plat,spiegelei,uovo fritto,ovo frito,بيضة مقلية',
    part: friedEgg({ size: 0.24 }),
  },
  parmesan: { names: 'parmesan,parmesano,parmigiano,grana,parmesao,بارميزان', part: parmesan },
  nuts: { names: 'nuts,walnuts,almonds,peanuts,pistachios,nueces,noix,nusse,noci,nozes,مكسرات', part: nuts },
  berries: {
    names:
      'berries,raspberries,blueberries,strawberries,frutos rojos,fruits rouges,beeren,frutti di bosco,frutas vermelhas,توت',
    part: roundFruit('#a3263f', 9, 0.06, { share: 0.35 }),
  },
  olives: {
    names: 'olives,aceitunas,oliven,olive nere,azeitonas,زيتون',
    part: roundFruit('#2c2430', 8, 0.05, { share: 0.5 }),
  },
  avocado: {
    names: 'avocado,aguacate,avocat,abacate,افوكادو',
    part: pieces({
      colour: '#b9c566',
      look: { second: '#8fab48', gloss: 0.35, glow: 0.4 },
      count: 7,
      size: [0.15, 0.04, 0.06],
      share: 0.4,
      square: 0.7,
      rough: 0.04,
    }),
  },
  tomatoes: {
    names: 'cherry tomatoes,tomates cherry,tomates cerises,kirschtomaten,pomodorini,tomate cereja,طماطم كرزية',
    part: roundFruit('#c3281d', 7, 0.075, { share: 0.6 }),
  },
  honey: {
    names: 'honey,syrup,miel,sirop,honig,miele,mel,عسل',
    part: ladle('#c9861f', { share: 0.3, high: 0.02, ragged: 0.6, gloss: 0.9, polish: 160, second: '#dd9f2e' }),
  },
  asparagus: {
    names: 'asparagus,esparragos,asperges,spargel,asparagi,aspargos',
    part: sticks({
      count: 7,
      colour: '#6b8f3d',
      size: [0.3, 0.03, 0.03],
      high: 0.04,
      share: 0.3,
      aligned: 0.9,
      done: 0.1,
      x: 0.1,
      y: -0.45,
    }),
  },
}
