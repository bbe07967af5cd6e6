import type { LetterTexts } from './letter-texts.ts'

export const italian: LetterTexts = {
  language: 'it',
  direction: 'ltr',
  colon: ':',
  copyLink: 'Oppure copia questo indirizzo nel browser:',
  openService: 'Apri Platelight',
  turnOffAlerts: 'Puoi disattivare le e-mail di questo tipo nelle preferenze e-mail del tuo account.',
  whyMarketing: 'Ricevi questa e-mail perché hai accettato le e-mail di questo tipo.',
  unsubscribe: 'Annulla l’iscrizione',

  verification: {
    subject: 'Conferma il tuo indirizzo e-mail',
    intro: 'È stato creato un account Platelight con questo indirizzo e-mail. Se sei stato tu, conferma l’indirizzo.',
    newsletter:
      'Hai chiesto anche la nostra newsletter e le nostre offerte. Confermando accetti di riceverle. Ognuna contiene un link per annullare l’iscrizione.',
    button: 'Conferma questo indirizzo',
    ending:
      'Il link funziona una sola volta, per 24 ore. Se non hai creato l’account, ignora questa e-mail: l’account resta non confermato.',
  },
  knownAddress: {
    subject: 'Hai già un account',
    intro:
      'Qualcuno ha provato a creare un account Platelight con questo indirizzo e-mail. L’indirizzo ha già un account e nulla è stato modificato.',
    more: 'Se sei stato tu, accedi con la tua password. Se l’hai dimenticata, chiedine una nuova. Scegliendo una nuova password si conferma anche l’indirizzo.',
    ending: 'Se non sei stato tu, puoi ignorare questa e-mail.',
  },
  passwordReset: {
    subject: 'Scegli una nuova password',
    intro: 'È stata richiesta una nuova password per l’account Platelight con questo indirizzo e-mail.',
    button: 'Scegli una nuova password',
    ending:
      'Il link funziona una sola volta, per un’ora. Se non sei stato tu, ignora questa e-mail: la password resta quella di prima.',
  },
  passwordChanged: {
    subject: 'La tua password è stata cambiata',
    intro: 'La password del tuo account Platelight è stata cambiata e tutte le sessioni sono state chiuse.',
    ending: 'Se non sei stato tu, richiedi subito una nuova password. Può farlo solo chi legge questa casella.',
  },
  passwordAdded: {
    subject: 'Il tuo account ora ha una password',
    intro:
      'È stata impostata una password per il tuo account Platelight, che prima non ne aveva. Tutte le sessioni sono state chiuse.',
    ending: 'Se non sei stato tu, richiedi subito una nuova password. Può farlo solo chi legge questa casella.',
  },
  passwordRemoved: {
    subject: 'La password del tuo account è stata rimossa',
    intro: (provider) =>
      `Hai confermato questo indirizzo accedendo con ${provider}. Il tuo account Platelight aveva ancora una password precedente, forse scelta da un’altra persona, quindi è stata rimossa.`,
    more: 'Puoi scegliere una nuova password quando vuoi: richiedila quando accedi.',
    ending: 'Se non sei stato tu, contatta subito chi gestisce questo servizio. Può bloccare l’account.',
  },
  providerLinked: {
    subject: 'Il tuo account ha un nuovo modo di accedere',
    intro: (provider) => `Ora si può entrare nel tuo account Platelight anche accedendo con ${provider}.`,
    more: 'Se hai una password, resta valida.',
    ending: 'Se non sei stato tu, contatta subito chi gestisce questo servizio. Può bloccare l’account.',
  },
  welcome: {
    subject: 'Ti diamo il benvenuto su Platelight',
    intro: 'Il tuo indirizzo e-mail è confermato e il tuo account è pronto.',
    balance: (credits) => `Crediti nel tuo account: ${credits}`,
    ending: 'Non chiediamo mai la password o le chiavi API via e-mail.',
  },
  webhookDisabled: {
    subject: 'Un endpoint webhook è stato disattivato',
    intro: (endpointId) =>
      `L’endpoint webhook ${endpointId} del tuo account Platelight non accetta eventi da tre giorni, quindi non gli viene più inviato nulla.`,
    more: 'Le sue consegne mostrano l’esito di ogni tentativo. Quando il destinatario funziona di nuovo, riattiva l’endpoint e invia di nuovo gli eventi mancati.',
    ending: 'Gli altri tuoi endpoint non sono interessati.',
  },
  creditsLow: {
    subject: 'I tuoi crediti stanno per finire',
    intro: 'I crediti del tuo account Platelight sono quasi esauriti.',
    balance: (credits) => `Crediti rimasti: ${credits}`,
    more: 'Quando saranno esauriti, le nuove foto verranno rifiutate finché non aggiungi crediti.',
    button: 'Aggiungi crediti',
    ending: (threshold) => `Questa e-mail viene inviata una volta, ogni volta che il saldo scende sotto ${threshold}.`,
  },
  accountDeleted: {
    subject: 'Il tuo account è stato eliminato',
    intro:
      'Il tuo account Platelight è stato eliminato come richiesto, con le foto, la cronologia e le impostazioni. Le registrazioni contabili previste dalla legge restano senza il tuo nome e il tuo indirizzo.',
    more: 'Gli abbonamenti acquistati in uno store di app non vengono annullati. Annullali nello store in cui li hai acquistati.',
    ending: 'Questa è l’ultima e-mail su questo account.',
  },
  leadConfirmation: {
    subject: 'Conferma la tua iscrizione',
    newsletter:
      'La nostra newsletter è stata richiesta per questo indirizzo e-mail. Se sei stato tu, conferma che vuoi riceverla. Ogni numero contiene un link per annullare l’iscrizione.',
    offers:
      'La nostra newsletter e le nostre offerte sono state richieste per questo indirizzo e-mail. Se sei stato tu, conferma che vuoi riceverle. Ogni e-mail contiene un link per annullare l’iscrizione.',
    button: 'Conferma l’iscrizione',
    ending:
      'Il link funziona per sette giorni. Se non sei stato tu, ignora questa e-mail: senza la tua conferma non ti inviamo nulla.',
  },
  leadDownload: {
    subject: (title) => `Il tuo download: ${title}`,
    intro: 'Hai richiesto questo documento sul nostro sito. Il link lo apre, e puoi stamparlo o salvarlo.',
    button: 'Apri il documento',
    ending:
      'Il link funziona per sette giorni. Se non sei stato tu, ignora questa e-mail: il tuo indirizzo non è stato aggiunto a nessun elenco.',
  },
  leadReceived: {
    contact: 'Un messaggio dal tuo modulo di contatto',
    audit: 'Una richiesta di analisi delle foto',
    labels: {
      name: 'Nome della persona',
      address: 'Indirizzo e-mail',
      business: 'Nome del ristorante',
      phone: 'Numero di telefono',
      subject: 'Oggetto del messaggio',
      menu: 'Link al menù',
      photos: 'Link alle foto',
      message: 'Il messaggio',
      source: 'Inviato da',
    },
    reply: 'Una risposta a questa e-mail arriva alla persona. L’indirizzo non è confermato.',
    erase: (leadId) => `Per cancellare quanto inviato: platelight-server leads erase ${leadId}`,
  },
}
