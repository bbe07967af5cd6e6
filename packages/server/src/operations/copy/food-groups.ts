import { findDish } from '@platelight/drawing/preview/reading/find-dish.ts'
import { findName, foldWords } from '@platelight/drawing/preview/reading/fold-words.ts'

/** How a dish is eaten, which is what an invitation to it is about. */
export const FOOD_GROUPS = [
  'noodles',
  'pasta',
  'pizza',
  'burger',
  'taco',
  'sushi',
  'curry',
  'rice',
  'soup',
  'salad',
  'grill',
  'sea',
  'sharing',
  'breakfast',
  'sweet',
  'drink',
  'hotDrink',
  'other',
] as const
export type FoodGroup = (typeof FOOD_GROUPS)[number]

export const CUISINES = [
  'japanese',
  'korean',
  'chinese',
  'italian',
  'french',
  'mexican',
  'indian',
  'thai',
  'vietnamese',
  'spanish',
  'german',
  'levantine',
] as const
export type Cuisine = (typeof CUISINES)[number]

/** The dishes of the drawing room by the way they are eaten. A kind of dish and an ingredient stand beside them. */
const GROUPED: Readonly<Record<Exclude<FoodGroup, 'other'>, string>> = {
  noodles: 'ramen,udon,soba,yakisoba,pho,pad thai,dan dan noodles,vermicelli bowl,noodles',
  pasta:
    'mac and cheese,spaghetti bolognese,spaghetti with tomato sauce,carbonara,fettuccine alfredo,pesto pasta,penne arrabbiata,spaghetti alle vongole,lasagne,ravioli,gnocchi',
  pizza: 'pizza margherita,pepperoni pizza,vegetable pizza,flammkuchen,manakish',
  burger:
    'cheeseburger,double burger,bacon burger,chicken burger,veggie burger,hot dog,pulled pork,club sandwich,bagel,banh mi,pita sandwich,shawarma',
  taco: 'tacos,fish tacos,burrito,quesadilla,enchiladas,fajitas,tamales,arepas,empanadas',
  sushi: 'sushi platter,maki rolls,california roll,sashimi,onigiri',
  curry:
    'butter chicken,chicken tikka masala,chicken curry,palak paneer,paneer butter masala,dal,chana masala,aloo gobi,katsu curry,green curry,red curry,rendang,kimchi stew,chili con carne,mapo tofu,boeuf bourguignon,mole poblano,feijoada',
  rice: 'fried rice,paella,biryani,mushroom risotto,seafood risotto,donburi,salmon rice bowl,bibimbap,jambalaya,rice and beans,teriyaki chicken,congee,rice',
  soup: 'clam chowder,wonton soup,gazpacho,pumpkin soup,pea soup,borscht,chicken noodle soup,french onion soup,mulligatawny,minestrone,miso soup,tom yum,pozole,soup',
  salad:
    'caesar salad,buddha bowl,cobb salad,mixed salad,coleslaw,nicoise salad,caprese salad,greek salad,tabbouleh,papaya salad,salad,fruit salad',
  grill:
    'barbecue ribs,steak,steak and fries,duck breast,sliced steak,roast chicken,meatloaf,peking duck,wiener schnitzel,bratwurst with sauerkraut,lamb chops,duck confit,osso buco,tandoori chicken,seekh kebab,yakitori,tonkatsu,korean barbecue,churrasco,shawarma plate,satay,kung pao chicken,orange chicken,beef and broccoli,sweet and sour pork,basil chicken,beef tartare,carpaccio,roast,chicken,beef,pork',
  sea: 'grilled salmon,fish and chips,lobster roll,whole grilled fish,fish fillet,lobster,oysters,moules frites,garlic shrimp,ceviche,steamed fish,seafood,tuna',
  sharing:
    'french fries,potato wedges,fried chicken,chicken wings,onion rings,dim sum,soup dumplings,dumplings,spring rolls,hot pot,bruschetta,samosas,pakora,naan,gyoza,takoyaki,tempura,edamame,nachos,guacamole,hummus,baba ghanoush,falafel,mezze,pita with dips,summer rolls,stuffed vine leaves,thali,fatteh,pretzel,korean fried chicken,escargots,halloumi',
  breakfast:
    'avocado toast,eggs and bacon,scrambled eggs,eggs benedict,pancakes,waffles,french toast,croissant,huevos rancheros,shakshuka,acai bowl,muffins',
  sweet:
    'chocolate cake,cheesecake,carrot cake,strawberry shortcake,apple pie,fruit tart,creme brulee,flan,lava cake,brownie,ice cream cone,ice cream sundae,macarons,chocolate chip cookies,doughnuts,cupcakes,cinnamon rolls,rice pudding,gulab jamun,crepes,tiramisu,panna cotta,cannoli,gelato,mochi,churros,baklava,mango sticky rice,dessert,chocolate',
  drink:
    'beer,red wine,white wine,old fashioned,cocktail,margarita cocktail,martini,mojito,lemonade,smoothie,mango lassi,milkshake,iced coffee,bubble tea',
  hotDrink: 'cappuccino,espresso,tea,hot chocolate',
}

const OF_CUISINE: Readonly<Record<Cuisine, string>> = {
  japanese:
    'ramen,udon,soba,sushi platter,maki rolls,california roll,sashimi,tempura,gyoza,yakitori,tonkatsu,katsu curry,donburi,okonomiyaki,takoyaki,teriyaki chicken,yakisoba,miso soup,onigiri,edamame,mochi',
  korean: 'bibimbap,kimchi stew,korean barbecue,korean fried chicken',
  chinese:
    'dim sum,soup dumplings,wonton soup,fried rice,sweet and sour pork,kung pao chicken,mapo tofu,peking duck,hot pot,dan dan noodles,congee',
  italian:
    'spaghetti bolognese,spaghetti with tomato sauce,carbonara,fettuccine alfredo,pesto pasta,penne arrabbiata,spaghetti alle vongole,lasagne,ravioli,gnocchi,mushroom risotto,seafood risotto,pizza margherita,bruschetta,caprese salad,carpaccio,minestrone,osso buco,tiramisu,panna cotta,cannoli,gelato',
  french:
    'creme brulee,macarons,crepes,boeuf bourguignon,ratatouille,quiche,french onion soup,moules frites,croissant,baguette,nicoise salad,duck confit,duck breast,oysters,escargots',
  mexican:
    'tacos,fish tacos,burrito,quesadilla,nachos,guacamole,enchiladas,fajitas,tamales,pozole,huevos rancheros,mole poblano',
  indian:
    'butter chicken,chicken tikka masala,palak paneer,paneer butter masala,dal,chana masala,biryani,tandoori chicken,naan,samosas,dosa,thali,pakora,aloo gobi,seekh kebab,raita,gulab jamun',
  thai: 'pad thai,green curry,red curry,papaya salad,mango sticky rice,basil chicken,tom yum',
  vietnamese: 'pho,banh mi,summer rolls,vermicelli bowl',
  spanish: 'paella,spanish omelette,gazpacho,garlic shrimp,churros',
  german: 'wiener schnitzel,bratwurst with sauerkraut,pretzel,flammkuchen',
  levantine: 'hummus,baba ghanoush,falafel,shawarma,shawarma plate,tabbouleh,mezze,fatteh,manakish',
}

const byDish = <Value extends string>(rows: Readonly<Record<Value, string>>): ReadonlyMap<string, Value> =>
  new Map(
    (Object.entries(rows) as [Value, string][]).flatMap(([value, dishes]) =>
      dishes.split(',').map((dish): [string, Value] => [dish, value]),
    ),
  )

const GROUP_OF = byDish(GROUPED)
const CUISINE_OF = byDish(OF_CUISINE)

/** How a dish is eaten and which kitchen it is from, as far as its name says. */
export function foodGroupOf(prompt: string): { readonly group: FoodGroup; readonly cuisine?: Cuisine } {
  const folded = foldWords(prompt)
  const { dish, found } = findDish(folded)
  if (found === 'nothing') return { group: 'other' }
  // Its other names are those of dishes that look alike, and may be from another kitchen.
  const cuisine = findName(folded, foldWords(dish.name).trim()) >= 0 ? CUISINE_OF.get(dish.name) : undefined
  return { group: GROUP_OF.get(dish.name) ?? 'other', ...(cuisine && { cuisine }) }
}
