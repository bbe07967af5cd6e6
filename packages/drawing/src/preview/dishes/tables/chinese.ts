import { pieces } from '../../food/bodies.ts'
import { chilli, nuts, scallions, sesame } from '../../food/garnishes.ts'
import { grains, sprinkle } from '../../food/grains.ts'
import { within } from '../../food/kitchen.ts'
import { strewn } from '../../food/leaf-sheets.ts'
import { noodles } from '../../food/noodles.ts'
import { broth, ladle } from '../../food/pools.ts'
import { slices } from '../../food/slices.ts'
import { shavings } from '../../made/carved-meat.ts'
import { dumplings } from '../../made/dumplings.ts'
import { fanned } from '../../made/meats.ts'
import { florets, threads } from '../../made/vegetables.ts'
import { rolls } from '../../made/wraps.ts'
import { type Dish, dish } from '../served-dish.ts'

const stir = { vessel: 'coupe', from: 48, hot: true, tool: 'chopsticks' } as const
const soup = { vessel: 'bowl', from: 56, hot: true, tool: 'chopsticks' } as const
const curry = { vessel: 'bowl', from: 55, hot: true, tool: 'spoon' } as const
const steamed = { vessel: 'steamer', from: 52, hot: true, tool: 'chopsticks' } as const
const friedRice = grains({
  colour: '#e6c98c',
  look: { second: '#d3a95e', gloss: 0.45 },
  high: 0.2,
  share: 0.9,
  count: 760,
})
const glazed = (
  colour: string,
  count: number,
  more: { second?: string; size?: readonly [number, number, number]; share?: number; high?: number } = {},
) =>
  pieces({
    colour,
    look: {
      second: more.second ?? '#d9894a',
      crust: '#4a1a0a',
      done: 0.3,
      gloss: 0.8,
      polish: 80,
      bump: 0.18,
      grain: 6,
    },
    count,
    size: more.size ?? [0.13, 0.1, 0.08],
    share: more.share ?? 0.68,
    high: more.high ?? 0.16,
    rough: 0.2,
  })
const peppers = (colour: string, count: number) =>
  pieces({
    colour,
    look: { gloss: 0.65, glow: 0.3, second: colour },
    count,
    size: [0.09, 0.07, 0.02],
    share: 0.7,
    high: 0.14,
    square: 0.5,
    rough: 0.06,
    tumbled: 0.8,
  })

export const CHINESE: readonly Dish[] = [
  dish(
    'dim sum',
    'siu mai,shumai,har gow,dimsum,yum cha,点心,點心,燒賣,ديم سم',
    steamed,
    dumplings({ count: 5, shape: 'purse', size: 0.24, colour: '#ecd48f', look: { second: '#d9b860' } }),
    sprinkle('#d9622f', 24, { share: 0.6, long: 0.016, thick: 0.014 }),
  ),
  dish(
    'soup dumplings',
    'xiaolongbao,xiao long bao,baozi,bao buns,steamed buns,momo,momos,khinkali,小笼包,包子,小籠包',
    steamed,
    dumplings({ count: 6, shape: 'purse', size: 0.26, colour: '#f2e8d2' }),
    within({ share: 0.5 }, scallions),
  ),
  dish(
    'dumplings',
    'wontons,pelmeni,pierogi,varenyky,manti,mandu,empanadillas al vapor,raviolis chinois,teigtaschen,饺,زلابية',
    stir,
    dumplings({ count: 9, size: 0.19, look: { done: 0.1 } }),
    scallions,
    sesame,
  ),
  dish(
    'wonton soup',
    'wonton noodle soup,dumpling soup,馄饨,云吞',
    soup,
    broth('#cfa35c', { deep: '#ad8140' }),
    dumplings({ count: 7, shape: 'purse', size: 0.19, share: 0.6, colour: '#f0e0bb' }),
    pieces({ colour: '#6f9a3c', count: 5, size: [0.2, 0.07, 0.03], share: 0.75 }),
    scallions,
  ),
  dish(
    'fried rice',
    'egg fried rice,yangzhou fried rice,nasi goreng,arroz frito,riz cantonais,gebratener reis,riso alla cantonese,arroz chaufa,أرز مقلي,炒饭,炒飯,チャーハン',
    { ...stir, tool: 'spoon' },
    friedRice,
    pieces({
      colour: '#6f9f3a',
      look: { gloss: 0.5 },
      count: 26,
      size: [0.028, 0.028, 0.026],
      share: 0.75,
      rough: 0.01,
    }),
    pieces({ colour: '#dd7a2c', count: 22, size: [0.036, 0.03, 0.026], share: 0.75, square: 0.4 }),
    pieces({
      colour: '#f0c954',
      look: { second: '#f6e3a0' },
      count: 16,
      size: [0.07, 0.05, 0.025],
      share: 0.7,
      rough: 0.3,
    }),
    scallions,
  ),
  dish(
    'sweet and sour pork',
    'sweet and sour chicken,sweet and sour,cerdo agridulce,porc aigre doux,schweinefleisch suss sauer,咕咾肉,糖醋里脊',
    stir,
    glazed('#c4481c', 15, { second: '#e08a3a' }),
    peppers('#4f8a36', 9),
    peppers('#c9301d', 7),
    peppers('#edb93a', 9),
    sesame,
  ),
  dish(
    'kung pao chicken',
    'gong bao chicken,kung pao,宫保鸡丁,كونغ باو',
    stir,
    glazed('#8f4a1c', 24, { size: [0.085, 0.075, 0.065] }),
    pieces({
      colour: '#a8201a',
      look: { gloss: 0.7 },
      count: 9,
      size: [0.13, 0.028, 0.026],
      share: 0.65,
      rough: 0.08,
      tumbled: 0.5,
    }),
    pieces({ colour: '#d9aa68', count: 20, size: [0.035, 0.024, 0.022], share: 0.65, rough: 0.03 }),
    scallions,
  ),
  dish(
    'orange chicken',
    'general tso,general tsos chicken,sesame chicken,lemon chicken,陈皮鸡,左宗棠鸡',
    stir,
    glazed('#c9601a', 20, { second: '#e39a3a', high: 0.22 }),
    sesame,
    scallions,
  ),
  dish(
    'beef and broccoli',
    'beef broccoli,stir fry,stir fried beef,mongolian beef,black pepper beef,salteado,西兰花牛肉',
    stir,
    shavings('#5d2e17', 28, { share: 0.7, size: 0.12, high: 0.14, gloss: 0.75 }),
    florets(9, '#4c8530', { share: 0.66, size: 0.13 }),
    sesame,
  ),
  dish(
    'mapo tofu',
    'mapo,麻婆豆腐',
    { ...curry, vessel: 'pasta bowl' },
    ladle('#a52c12', { share: 0.95, high: 0.05, gloss: 0.85, second: '#7a1a08', lumpy: 0.5, grain: 14 }),
    pieces({
      colour: '#f3e8cf',
      look: { second: '#e3b088', gloss: 0.6, glow: 0.5, bump: 0.03 },
      count: 24,
      size: [0.085, 0.08, 0.065],
      share: 0.75,
      square: 0.3,
      rough: 0.04,
      sunk: 0.4,
    }),
    scallions,
  ),
  dish(
    'peking duck',
    'roast duck,beijing duck,char siu,crispy duck,北京烤鸭,叉烧',
    { ...stir, vessel: 'plate' },
    fanned({ inside: '#c08a6a', outside: '#7d3210', count: 9, size: [0.045, 0.26, 0.1], gap: 0.105 }),
    slices('cucumber', 5, { radius: 0.1, x: 0.1, y: -0.62, fan: 1.2 }),
    within({ x: -0.1, y: 0.62, share: 0.4 }, threads('#a8c46a', 34, { long: 0.16 })),
    ladle('#3a150a', { share: 0.15, high: 0.03, x: 0.62, y: 0.3, gloss: 0.85 }),
  ),
  dish(
    'spring rolls',
    'egg rolls,lumpia,rollitos de primavera,rouleaux de printemps frits,nems,fruhlingsrollen,involtini primavera,rolinho primavera,سبرينغ رول,春卷',
    stir,
    rolls({ count: 6, long: 0.66, thick: 0.085, colour: '#d59a46', spot: '#9c5a1c', done: 0.5, stacked: true }),
    strewn('lettuce', 2, { share: 0.9, size: 0.7 }),
    sesame,
  ),
  dish(
    'hot pot',
    'hotpot,shabu shabu,sukiyaki,火锅,火鍋,しゃぶしゃぶ',
    { ...soup, vessel: 'pot', from: 58 },
    broth('#a8351a', { oil: '#d9521f', oiliness: 0.65 }),
    shavings('#a9584a', 14, { share: 0.4, size: 0.14, high: 0.04, x: -0.35, y: 0.3, done: 0.1 }),
    slices('mushroom', 7, { radius: 0.1, share: 0.3, x: 0.4, y: 0.35 }),
    pieces({ colour: '#7fa544', count: 7, size: [0.16, 0.1, 0.02], share: 0.3, x: 0.3, y: -0.45, tumbled: 0.5 }),
    pieces({ colour: '#f3e8cf', count: 6, size: [0.09, 0.08, 0.06], share: 0.25, x: -0.4, y: -0.4, square: 0.3 }),
    chilli,
  ),
  dish(
    'dan dan noodles',
    'dandan noodles,sesame noodles,zhajiangmian,biang biang,担担面',
    { ...soup, vessel: 'small bowl' },
    ladle('#a8401a', { share: 1.02, high: 0.02, gloss: 0.8 }),
    noodles({ colour: '#e0b968', high: 0.14, share: 0.86, count: 80 }),
    ladle('#6d3014', { share: 0.4, high: 0.06, lumpy: 1.1, grain: 18, bump: 0.5 }),
    scallions,
    nuts,
  ),
  dish(
    'congee',
    'jook,rice porridge,粥,porridge,oatmeal,avena,haferbrei,mingau',
    { ...curry, vessel: 'bowl' },
    broth('#efe6d0', { deep: '#e2d5b4', oiliness: 0 }),
    within({ share: 0.5 }, scallions, nuts),
    threads('#c9a24a', 16, { share: 0.25 }),
  ),
]
