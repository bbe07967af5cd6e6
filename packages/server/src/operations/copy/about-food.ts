import { findDish } from '@platelight/drawing/preview/reading/find-dish.ts'
import { findName, foldWords } from '@platelight/drawing/preview/reading/fold-words.ts'

const namesIn = (...lists: string[]): string[] =>
  lists.flatMap((list) => list.split(',').map((name) => foldWords(name).trim()))

/** Words of the kitchen and the menu, beside the dishes that are known. */
const FOOD = namesIn(
  'food,dish,meal,menu,cuisine,kitchen,cook,chef,recipe,bread,cheese,butter,sauce,cream,fish,meat,vegetable,fruit,cake,pie,cookie,sandwich,breakfast,brunch,lunch,dinner,dessert,snack,drink,wine,beer,coffee,tea,juice,fried,grilled,baked,roasted,roast,smoked,braised,stew,stuffed,candy cane,sugar cane,spicy,crispy,plated,buffet,platter,bowl',
  'essen,gericht,speise,speisekarte,küche,koch,rezept,brot,käse,soße,sauce,sahne,fisch,fleisch,gemüse,obst,kuchen,torte,frühstück,mittagessen,abendessen,nachtisch,getränk,wein,bier,kaffee,saft,gebraten,gegrillt,gebacken,geschmort,geräuchert,gefüllt,knusprig,teller,platte',
  'cuisine,plat,repas,recette,pain,fromage,beurre,langue de chat,langues de chat,crème,poisson,viande,légumes,gâteau,tarte,petit déjeuner,déjeuner,dîner,dessert,boisson,vin,bière,café,jus,grillé,rôti,braisé,fumé,farci,frit,croustillant,assiette',
  'comida,plato,cocina,receta,pan,queso,mantequilla,salsa,crema,pescado,carne,verduras,fruta,pastel,tarta,desayuno,almuerzo,cena,postre,bebida,vino,cerveza,zumo,jugo,frito,asado,horneado,perro caliente,lenguas de gato,ahumado,relleno,crujiente,tapas',
  'cibo,supplì,piatto,cucina,ricetta,pane,formaggio,burro,salsa,panna,pesce,carne,verdure,frutta,torta,colazione,pranzo,cena,dolce,bevanda,vino,birra,caffè,succo,fritto,arrosto,al forno,lingue di gatto,affumicato,ripieno,croccante',
  'prato,cozinha,receita,pão,queijo,manteiga,molho,nata,peixe,legumes,fruta,bolo,torta,café da manhã,almoço,jantar,sobremesa,vinho,cerveja,suco,sumo,frito,cachorro quente,línguas de gato,assado,grelhado,defumado,recheado,crocante,petiscos',
  'طعام,طبق,أكلة,أكل,وجبة,مطبخ,وصفة,خبز,جبن,جبنة,زبدة,صلصة,سمك,لحم,دجاج,خضار,فواكه,كعكة,كيك,فطور,غداء,عشاء,حلويات,مشروب,عصير,مشوي,مقلي,محشي,مدخن',
)

/** What a picture may show, or a text may ask for, that nobody serves. None is part of the name of a dish. */
const OTHER = namesIn(
  'car,cars,truck,lorry,motorcycle,motorbike,bicycle,airplane,aeroplane,spaceship,tractor,yacht,sofa,couch,armchair,wardrobe,laptop,computer,smartphone,phone,printer,camera,television,robot,software,website,password,passport,spreadsheet,invoice,contract,resume,homework,essay,poem,lyrics,headshot,selfie,passport photo,puppy,kitten,dog,dogs,cat,cats,skyscraper,building,landscape,mountains,sneakers,shoes,shoe,handbag,wedding dress,bathroom,bedroom,bike,t-shirt,jewelry,jewellery,necklace,wristwatch,guitar,piano,violin,planet,galaxy,astronaut,football,stadium,basketball,election,politics,stock market,bitcoin,weather forecast,rifle,weapon,tattoo,haircut',
  'auto,autos,sportwagen,lastwagen,motorrad,fahrrad,flugzeug,raumschiff,traktor,segelboot,sessel,schrank,rechner,mobiltelefon,schlafzimmer,badezimmer,drucker,kamera,fernseher,roboter,webseite,passwort,reisepass,rechnung,vertrag,lebenslauf,hausaufgaben,aufsatz,gedicht,bewerbungsfoto,hund,hunde,welpe,katze,katzen,kätzchen,hochhaus,gebäude,brücke,landschaft,berglandschaft,turnschuhe,schuhe,handtasche,halskette,armbanduhr,gitarre,klavier,geige,galaxie,fußball,stadion,präsident,wahlen,politik,wettervorhersage,gewehr,waffe,tätowierung,frisur',
  'voiture,chambre à coucher,salle de bain,voitures,camion,moto,vélo,avion,vaisseau spatial,tracteur,voilier,canapé,fauteuil,armoire,ordinateur,téléphone,imprimante,appareil photo,télévision,logiciel,site web,mot de passe,passeport,facture,contrat,cv,devoirs,poème,chien,chiens,chiot,chat,chats,chaton,gratte-ciel,bâtiment,paysage,montagnes,chaussures,sac à main,bijoux,collier,guitare,piano,violon,planète,galaxie,astronaute,stade,élections,politique,météo,fusil,tatouage,coiffure',
  'coche,coches,dormitorio,cuarto de baño,carro,camión,motocicleta,bicicleta,avión,nave espacial,velero,sofá,sillón,armario,ordenador,computadora,teléfono,móvil,impresora,cámara,televisor,sitio web,contraseña,pasaporte,factura,contrato,deberes,ensayo,poema,perro,perros,cachorro,gato,gatos,gatito,rascacielos,edificio,paisaje,montañas,zapatillas,zapatos,bolso,joyas,guitarra,violín,planeta,galaxia,astronauta,fútbol,estadio,presidente,elecciones,política,fusil,arma,tatuaje,peinado',
  'automobile,macchina,camera da letto,bagno,camion,motocicletta,bicicletta,aereo,astronave,trattore,divano,poltrona,armadio,cellulare,stampante,fotocamera,televisore,sito web,password,passaporto,fattura,contratto,compiti,saggio,poesia,cani,cucciolo,gattino,grattacielo,edificio,paesaggio,montagne,scarpe,borsetta,gioielli,pianoforte,pianeta,galassia,calcio,stadio,presidente,elezioni,politica,fucile,arma,tatuaggio',
  'carro esportivo,caminhão,camião,motocicleta,avião,nave espacial,trator,veleiro,poltrona,quarto de dormir,banheiro,guarda-roupa,computador,telefone,celular,telemóvel,impressora,televisão,senha,passaporte,fatura,contrato,redação,poema,cachorro,cão,cães,filhote,gato,gatinho,arranha-céu,prédio,paisagem,montanhas,tênis,sapatos,bolsa,joias,violão,guitarra,galáxia,futebol,estádio,eleições,política,fuzil,tatuagem',
  'سيارة,سيارات,شاحنة,دراجة,طائرة,سفينة,يخت,أريكة,كنبة,خزانة,حاسوب,كمبيوتر,هاتف,جوال,طابعة,كاميرا,تلفزيون,روبوت,برنامج,موقع إلكتروني,كلمة المرور,جواز السفر,فاتورة,عقد إيجار,سيرة ذاتية,قصيدة,كلب,كلاب,قطة,قطط,ناطحة سحاب,مبنى,منظر طبيعي,جبال,حذاء,أحذية,حقيبة,مجوهرات,ساعة يد,غيتار,بيانو,كوكب,مجرة,رائد فضاء,كرة القدم,ملعب,رئيس,انتخابات,سياسة,حالة الطقس,بندقية,سلاح,وشم',
)

/** What is typed to try something out, and greets. */
const CHATTER: ReadonlySet<string> = new Set(
  namesIn(
    'test,testing,asdf,qwerty,foo,bar,lorem,ipsum,dolor,hello,hi,hey,there,world,thanks,thank,you,ok,okay,yes,no',
    'hallo,danke,ja,nein,welt,bonjour,salut,merci,oui,non,monde,hola,gracias,prueba,mundo,ciao,grazie,prova,mondo,olá,obrigado,obrigada,teste,مرحبا,شكرا,تجربة,نعم,لا',
  ).flatMap((name) => name.split(' ')),
)

/**
 * Whether words can be about something to eat or to drink. A dish need not be known: only words that say that it is
 * something else tell against it, and only if none is about food.
 */
export function isAboutFood(words: string): boolean {
  // The Arabic article is written on the word.
  const text = foldWords(words).replace(/ ال(?=\p{L}{2})/gu, ' ')
  if (findDish(text).found !== 'nothing' || names(text, FOOD)) return true
  const each = text.trim().split(' ')
  const isChatter = each.every((word) => CHATTER.has(word) || !/\p{L}/u.test(word))
  return !isChatter && !names(text, OTHER)
}

const names = (text: string, list: readonly string[]): boolean => list.some((name) => findName(text, name) >= 0)
