import type { LetterTexts } from './letter-texts.ts'

export const french: LetterTexts = {
  language: 'fr',
  direction: 'ltr',
  colon: ' :',
  copyLink: 'Ou copiez cette adresse dans votre navigateur :',
  openService: 'Ouvrir Platelight',
  turnOffAlerts: 'Vous pouvez désactiver les e-mails de ce type dans les préférences d’e-mail de votre compte.',
  whyMarketing: 'Vous recevez cet e-mail parce que vous avez accepté les e-mails de ce type.',
  unsubscribe: 'Se désabonner',

  verification: {
    subject: 'Confirmez votre adresse e-mail',
    intro: 'Un compte Platelight a été créé avec cette adresse e-mail. Si c’était vous, veuillez confirmer l’adresse.',
    newsletter:
      'Vous avez également demandé notre lettre d’information et nos offres. En confirmant, vous acceptez de les recevoir. Chacune contient un lien de désabonnement.',
    button: 'Confirmer cette adresse',
    ending:
      'Le lien fonctionne une seule fois, pendant 24 heures. Si vous n’avez pas créé ce compte, ignorez cet e-mail : le compte restera non confirmé.',
  },
  knownAddress: {
    subject: 'Vous avez déjà un compte',
    intro:
      'Quelqu’un a tenté de créer un compte Platelight avec cette adresse e-mail. L’adresse a déjà un compte, et rien n’a été modifié.',
    more: 'Si c’était vous, connectez-vous avec votre mot de passe habituel. Si vous l’avez oublié, demandez-en un nouveau. Choisir un nouveau mot de passe confirme aussi l’adresse.',
    ending: 'Si ce n’était pas vous, vous pouvez ignorer cet e-mail.',
  },
  passwordReset: {
    subject: 'Choisissez un nouveau mot de passe',
    intro: 'Un nouveau mot de passe a été demandé pour le compte Platelight associé à cette adresse e-mail.',
    button: 'Choisir un nouveau mot de passe',
    ending:
      'Le lien fonctionne une seule fois, pendant une heure. Si ce n’était pas vous, ignorez cet e-mail : votre mot de passe reste inchangé.',
  },
  passwordChanged: {
    subject: 'Votre mot de passe a été modifié',
    intro: 'Le mot de passe de votre compte Platelight a été modifié, et toutes les sessions ont été fermées.',
    ending:
      'Si ce n’était pas vous, demandez immédiatement un nouveau mot de passe. Seule une personne qui lit cette boîte aux lettres peut le faire.',
  },
  passwordAdded: {
    subject: 'Votre compte a désormais un mot de passe',
    intro:
      'Un mot de passe a été défini pour votre compte Platelight, qui n’en avait pas. Toutes les sessions ont été fermées.',
    ending:
      'Si ce n’était pas vous, demandez immédiatement un nouveau mot de passe. Seule une personne qui lit cette boîte aux lettres peut le faire.',
  },
  passwordRemoved: {
    subject: 'Le mot de passe de votre compte a été supprimé',
    intro: (provider) =>
      `Vous avez confirmé cette adresse en vous connectant avec ${provider}. Votre compte Platelight avait encore un mot de passe antérieur, qu’une autre personne a pu choisir ; il a donc été supprimé.`,
    more: 'Vous pouvez choisir un nouveau mot de passe quand vous le souhaitez : demandez-le sur la page de connexion.',
    ending:
      'Si ce n’était pas vous, contactez immédiatement les responsables de ce service. Ils peuvent bloquer le compte.',
  },
  providerLinked: {
    subject: 'Votre compte a un nouveau moyen de connexion',
    intro: (provider) => `Votre compte Platelight peut désormais être ouvert en se connectant avec ${provider}.`,
    more: 'Si vous avez un mot de passe, il reste valable.',
    ending:
      'Si ce n’était pas vous, contactez immédiatement les responsables de ce service. Ils peuvent bloquer le compte.',
  },
  welcome: {
    subject: 'Bienvenue sur Platelight',
    intro: 'Votre adresse e-mail est confirmée et votre compte est prêt.',
    balance: (credits) => `Crédits sur votre compte : ${credits}`,
    ending: 'Nous ne demandons jamais votre mot de passe ni vos clés API par e-mail.',
  },
  webhookDisabled: {
    subject: 'Un point de terminaison webhook a été désactivé',
    intro: (endpointId) =>
      `Le point de terminaison webhook ${endpointId} de votre compte Platelight n’a accepté aucun événement depuis trois jours. Plus rien ne lui est donc envoyé.`,
    more: 'Ses livraisons montrent le résultat de chaque tentative. Lorsque le récepteur fonctionnera à nouveau, réactivez le point de terminaison et renvoyez-lui les événements manqués.',
    ending: 'Vos autres points de terminaison ne sont pas concernés.',
  },
  creditsLow: {
    subject: 'Vos crédits sont bientôt épuisés',
    intro: 'Les crédits de votre compte Platelight sont presque épuisés.',
    balance: (credits) => `Crédits restants : ${credits}`,
    more: 'Une fois qu’ils seront épuisés, les nouvelles photos seront refusées jusqu’à ce que vous ajoutiez des crédits.',
    button: 'Ajouter des crédits',
    ending: (threshold) => `Cet e-mail est envoyé une fois, chaque fois que le solde passe sous ${threshold}.`,
  },
  accountDeleted: {
    subject: 'Votre compte a été supprimé',
    intro:
      'Votre compte Platelight a été supprimé comme demandé, avec ses photos, son historique et ses réglages. Les écritures comptables exigées par la loi sont conservées sans votre nom ni votre adresse.',
    more: 'Cela ne résilie pas les abonnements achetés dans une boutique d’applications. Veuillez les résilier dans cette boutique.',
    ending: 'Ceci était le dernier e-mail concernant ce compte.',
  },
  leadConfirmation: {
    subject: 'Confirmez votre inscription',
    newsletter:
      'Notre newsletter a été demandée pour cette adresse e-mail. Si c’était vous, confirmez que vous souhaitez la recevoir. Chaque numéro contient un lien de désinscription.',
    offers:
      'Notre newsletter et nos offres ont été demandées pour cette adresse e-mail. Si c’était vous, confirmez que vous souhaitez les recevoir. Chaque e-mail contient un lien de désinscription.',
    button: 'Confirmer l’inscription',
    ending:
      'Le lien fonctionne pendant sept jours. Si ce n’était pas vous, ignorez cet e-mail : sans votre confirmation, nous ne vous envoyons rien.',
  },
  leadDownload: {
    subject: (title) => `Votre téléchargement : ${title}`,
    intro: 'Vous avez demandé ce document sur notre site. Le lien l’ouvre, et vous pouvez l’imprimer ou l’enregistrer.',
    button: 'Ouvrir le document',
    ending:
      'Le lien fonctionne pendant sept jours. Si ce n’était pas vous, ignorez cet e-mail : votre adresse n’a été ajoutée à aucune liste.',
  },
  leadReceived: {
    contact: 'Un message de votre formulaire de contact',
    audit: 'Une demande d’analyse de photos',
    labels: {
      name: 'Nom de la personne',
      address: 'Adresse e-mail',
      business: 'Nom du restaurant',
      phone: 'Numéro de téléphone',
      subject: 'Objet du message',
      menu: 'Lien vers la carte',
      photos: 'Liens vers des photos',
      message: 'Le message',
      source: 'Envoyé depuis',
    },
    reply: 'Une réponse à cet e-mail parvient à la personne. L’adresse n’est pas confirmée.',
    erase: (leadId) => `Pour effacer ce qui a été envoyé : platelight-server leads erase ${leadId}`,
  },
}
