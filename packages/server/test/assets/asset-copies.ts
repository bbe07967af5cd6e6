import {
  type AssetCopy,
  type AssetPicture,
  type AssetRequest,
  EMPTY_COPY,
} from '@platelight/typesetting/asset-request.ts'

const written = (
  business_name: string,
  headline: string,
  offer: string,
  dish: string,
  description: string,
  price: string,
  section: string,
  address: string,
) => ({
  ...EMPTY_COPY,
  business_name,
  headline,
  offer,
  address,
  items: [1, 2, 3].map((number) => ({
    name: `${dish} ${number}`,
    description: `${description} ${number}`,
    price,
    section,
  })),
})

/** The same asset in twelve scripts. */
export const SCRIPTS: Readonly<Record<string, AssetCopy>> = {
  Latin: written(
    'Ramen Nord',
    'Affinity of the day — Crème brûlée',
    '12.50 € with a drink',
    'Tonkotsu',
    'Pork broth, egg, nori',
    '12.50 €',
    'Ramen',
    'Nordring 12, Kiel',
  ),
  Greek: written(
    'Ταβέρνα Ελένη',
    'Σούπα της ημέρας',
    'Μόνο σήμερα 9,50 €',
    'Μουσακάς',
    'Μελιτζάνα, κιμάς, μπεσαμέλ',
    '9,50 €',
    'Κυρίως',
    'Οδός Αθηνάς 4',
  ),
  Cyrillic: written(
    'Кафе Ёлка',
    'Борщ с пампушками',
    'Сегодня 390 ₽',
    'Пельмени',
    'Со сметаной и укропом',
    '390 ₽',
    'Горячее',
    'ул. Мира, 7',
  ),
  Arabic: written(
    'مطعم السلام',
    'شوربة اليوم',
    'مع مشروب ١٢ ر.س',
    'كبسة',
    'أرز، دجاج، لوز',
    '١٢ ر.س',
    'الأطباق',
    'شارع الملك',
  ),
  Hebrew: written(
    'מסעדת שלום',
    'מרק היום',
    'רק היום',
    'חומוס',
    'גרגירי חומוס, טחינה, לימון',
    '42 ₪',
    'ראשונות',
    'רחוב הרצל',
  ),
  Hindi: written(
    'रसोई घर',
    'दिन का सूप',
    'पेय के साथ ₹१२०',
    'बिरयानी',
    'चावल, मसाले, दही',
    '₹१२०',
    'मुख्य व्यंजन',
    'महात्मा गांधी मार्ग',
  ),
  Thai: written(
    'ร้านน้ำพริก',
    'ก๋วยเตี๋ยวเรือน้ำตกสูตรโบราณ',
    'วันนี้ ๑๒๐ บาท',
    'ผัดไทย',
    'เส้นจันท์ กุ้งสด ถั่วงอก',
    '๑๒๐ ฿',
    'อาหารจานเดียว',
    'ถนนสุขุมวิท',
  ),
  Chinese: written(
    '老北京面馆',
    '今日特价牛肉面',
    '加饮料 58 元',
    '担担面',
    '花生、辣椒、肉末',
    '¥58',
    '面食',
    '人民路十二号',
  ),
  Japanese: written(
    '麺屋きた',
    '本日のラーメン、味玉付き',
    'ドリンク付き 980円',
    'とんこつ',
    '豚骨スープ、チャーシュー、海苔',
    '980円',
    '麺類',
    '北区中央一丁目',
  ),
  Korean: written(
    '북촌 국수',
    '오늘의 칼국수',
    '음료 포함 9,000원',
    '비빔밥',
    '나물, 고추장, 달걀',
    '9,000원',
    '식사',
    '종로구 북촌로',
  ),
  emoji: written(
    'Pizza 🍕 Bar',
    'Happy hour 🍹🎉',
    '2 for 1 👩🏽‍🍳',
    'Margherita 🍅',
    'Basil 🌿',
    '9.90 €',
    'Pizza',
    'Main Street 1',
  ),
  Vietnamese: written(
    'Phở Hà Nội',
    'Phở bò tái chín đặc biệt',
    'Chỉ hôm nay 85.000 ₫',
    'Bún chả',
    'Thịt nướng, rau thơm',
    '85.000 ₫',
    'Món chính',
    '12 Lý Thường Kiệt',
  ),
}

const DISH = { x: 0.3, y: 0.25, width: 0.4, height: 0.5 }
const whole: AssetPicture = { width: 3000, height: 2000 }

/** Pictures as a photographer may bring them: sure and not, upright and wide, one to four. */
export const PICTURES: Readonly<Record<string, readonly AssetPicture[]>> = {
  none: [],
  'one that is not sure': [whole],
  'one that is sure': [{ ...whole, dish: DISH }],
  'one to cut out': [{ width: 2000, height: 2400, dish: DISH, cutOut: { width: 900, height: 900 } }],
  four: [whole, { width: 1500, height: 2000 }, { ...whole, dish: DISH }, { width: 2000, height: 2000 }],
}

/** Every text of a copy, with the field that it is printed for. */
export function textsOf({ items, ...lines }: AssetRequest['copy']): [string, string][] {
  const texts = Object.entries(lines).map(([field, text]): [string, string] => [field, text as string])
  for (const [index, item] of items.entries()) {
    const isNew = item.section !== items[index - 1]?.section
    for (const part of ['name', 'description', 'price'] as const)
      texts.push([`items_json.${index}.${part}`, item[part] ?? ''])
    if (isNew) texts.push([`items_json.${index}.section`, item.section ?? ''])
  }
  return texts.filter(([, text]) => text !== '')
}
