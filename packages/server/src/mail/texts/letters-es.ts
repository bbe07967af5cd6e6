import type { LetterTexts } from './letter-texts.ts'

export const spanish: LetterTexts = {
  language: 'es',
  direction: 'ltr',
  colon: ':',
  copyLink: 'O copia esta dirección en tu navegador:',
  openService: 'Abrir Platelight',
  turnOffAlerts: 'Puedes desactivar los correos de este tipo en las preferencias de correo de tu cuenta.',
  whyMarketing: 'Recibes este correo porque aceptaste recibir correos de este tipo.',
  unsubscribe: 'Darse de baja',

  verification: {
    subject: 'Confirma tu dirección de correo',
    intro: 'Se ha creado una cuenta de Platelight con esta dirección de correo. Si fuiste tú, confirma la dirección.',
    newsletter:
      'También pediste nuestro boletín y nuestras ofertas. Al confirmar, aceptas recibirlos. Cada uno incluye un enlace para darse de baja.',
    button: 'Confirmar esta dirección',
    ending:
      'El enlace funciona una sola vez, durante 24 horas. Si no te registraste, ignora este correo: la cuenta quedará sin confirmar.',
  },
  knownAddress: {
    subject: 'Ya tienes una cuenta',
    intro:
      'Alguien ha intentado crear una cuenta de Platelight con esta dirección de correo. La dirección ya tiene una cuenta y no se ha cambiado nada.',
    more: 'Si fuiste tú, inicia sesión con la contraseña de siempre. Si la has olvidado, solicita una nueva. Al elegir una contraseña nueva también se confirma la dirección.',
    ending: 'Si no fuiste tú, puedes ignorar este correo.',
  },
  passwordReset: {
    subject: 'Elige una contraseña nueva',
    intro: 'Se ha solicitado una contraseña nueva para la cuenta de Platelight con esta dirección de correo.',
    button: 'Elegir una contraseña nueva',
    ending:
      'El enlace funciona una sola vez, durante una hora. Si no fuiste tú, ignora este correo: tu contraseña no cambia.',
  },
  passwordChanged: {
    subject: 'Tu contraseña ha cambiado',
    intro: 'Se ha cambiado la contraseña de tu cuenta de Platelight y se han cerrado todas las sesiones.',
    ending: 'Si no fuiste tú, solicita una contraseña nueva cuanto antes. Solo puede hacerlo quien lee este buzón.',
  },
  passwordAdded: {
    subject: 'Tu cuenta ya tiene contraseña',
    intro:
      'Se ha establecido una contraseña para tu cuenta de Platelight, que antes no tenía. Se han cerrado todas las sesiones.',
    ending: 'Si no fuiste tú, solicita una contraseña nueva cuanto antes. Solo puede hacerlo quien lee este buzón.',
  },
  passwordRemoved: {
    subject: 'Se ha eliminado la contraseña de tu cuenta',
    intro: (provider) =>
      `Confirmaste esta dirección al iniciar sesión con ${provider}. Tu cuenta de Platelight tenía una contraseña anterior, que pudo elegir otra persona, así que se ha eliminado.`,
    more: 'Puedes elegir una contraseña nueva cuando quieras: solicítala al iniciar sesión.',
    ending:
      'Si no fuiste tú, ponte en contacto cuanto antes con los responsables de este servicio. Pueden bloquear la cuenta.',
  },
  providerLinked: {
    subject: 'Tu cuenta tiene una nueva forma de iniciar sesión',
    intro: (provider) => `Ahora también se puede entrar en tu cuenta de Platelight iniciando sesión con ${provider}.`,
    more: 'Si tienes contraseña, sigue siendo válida.',
    ending:
      'Si no fuiste tú, ponte en contacto cuanto antes con los responsables de este servicio. Pueden bloquear la cuenta.',
  },
  welcome: {
    subject: 'Te damos la bienvenida a Platelight',
    intro: 'Tu dirección de correo está confirmada y tu cuenta está lista.',
    balance: (credits) => `Créditos en tu cuenta: ${credits}`,
    ending: 'Nunca te pediremos la contraseña ni las claves de API por correo.',
  },
  webhookDisabled: {
    subject: 'Se ha desactivado un endpoint de webhook',
    intro: (endpointId) =>
      `El endpoint de webhook ${endpointId} de tu cuenta de Platelight no ha aceptado ningún evento en tres días, así que ya no se le envía nada.`,
    more: 'Sus entregas muestran el resultado de cada intento. Cuando el receptor vuelva a funcionar, activa el endpoint y reenvía los eventos que se perdió.',
    ending: 'Tus demás endpoints no se ven afectados.',
  },
  creditsLow: {
    subject: 'Te quedan pocos créditos',
    intro: 'Los créditos de tu cuenta de Platelight están a punto de agotarse.',
    balance: (credits) => `Créditos restantes: ${credits}`,
    more: 'Cuando se agoten, se rechazarán las fotos nuevas hasta que añadas créditos.',
    button: 'Añadir créditos',
    ending: (threshold) => `Este correo se envía una vez cada vez que el saldo baja de ${threshold}.`,
  },
  accountDeleted: {
    subject: 'Tu cuenta se ha eliminado',
    intro:
      'Tu cuenta de Platelight se ha eliminado como solicitaste, con sus fotos, su historial y sus ajustes. Los asientos contables que exige la ley se conservan sin tu nombre ni tu dirección.',
    more: 'Esto no cancela las suscripciones compradas en una tienda de aplicaciones. Cancélalas en esa tienda.',
    ending: 'Este ha sido el último correo sobre esta cuenta.',
  },
  leadConfirmation: {
    subject: 'Confirma tu suscripción',
    newsletter:
      'Se ha solicitado nuestro boletín para esta dirección de correo. Si fuiste tú, confirma que quieres recibirlo. Cada número incluye un enlace para darte de baja.',
    offers:
      'Se han solicitado nuestro boletín y nuestras ofertas para esta dirección de correo. Si fuiste tú, confirma que quieres recibirlos. Cada correo incluye un enlace para darte de baja.',
    button: 'Confirmar la suscripción',
    ending:
      'El enlace funciona durante siete días. Si no fuiste tú, ignora este correo: sin tu confirmación no te enviaremos nada.',
  },
  leadDownload: {
    subject: (title) => `Tu descarga: ${title}`,
    intro: 'Pediste este documento en nuestro sitio web. El enlace lo abre, y puedes imprimirlo o guardarlo.',
    button: 'Abrir la descarga',
    ending:
      'El enlace funciona durante siete días. Si no fuiste tú, ignora este correo: tu dirección no se ha añadido a ninguna lista.',
  },
  leadReceived: {
    contact: 'Un mensaje de tu formulario de contacto',
    audit: 'Una solicitud de revisión de fotos',
    labels: {
      name: 'Nombre de la persona',
      address: 'Dirección de correo',
      business: 'Nombre del restaurante',
      phone: 'Número de teléfono',
      subject: 'Asunto del mensaje',
      menu: 'Enlace a la carta',
      photos: 'Enlaces a fotos',
      message: 'El mensaje',
      source: 'Enviado desde',
    },
    reply: 'La respuesta a este correo llega a la persona. La dirección no está confirmada.',
    erase: (leadId) => `Para borrar lo enviado: platelight-server leads erase ${leadId}`,
  },
}
