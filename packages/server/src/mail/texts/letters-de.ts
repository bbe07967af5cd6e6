import type { LetterTexts } from './letter-texts.ts'

export const german: LetterTexts = {
  language: 'de',
  direction: 'ltr',
  colon: ':',
  copyLink: 'Oder kopieren Sie diese Adresse in Ihren Browser:',
  openService: 'Platelight öffnen',
  turnOffAlerts: 'E-Mails dieser Art können Sie in den E-Mail-Einstellungen Ihres Kontos abschalten.',
  whyMarketing: 'Sie erhalten diese E-Mail, weil Sie E-Mails dieser Art zugestimmt haben.',
  unsubscribe: 'Abmelden',

  verification: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    intro:
      'Mit dieser E-Mail-Adresse wurde ein Platelight-Konto angelegt. Wenn Sie das waren, bestätigen Sie bitte die Adresse.',
    newsletter:
      'Sie haben außerdem unseren Newsletter und Angebote bestellt. Mit der Bestätigung stimmen Sie deren Zusendung zu. Jede dieser E-Mails enthält einen Link zum Abmelden.',
    button: 'Adresse bestätigen',
    ending:
      'Der Link funktioniert einmal und 24 Stunden lang. Wenn Sie sich nicht angemeldet haben, ignorieren Sie diese E-Mail: Das Konto bleibt unbestätigt.',
  },
  knownAddress: {
    subject: 'Sie haben bereits ein Konto',
    intro:
      'Jemand hat versucht, mit dieser E-Mail-Adresse ein Platelight-Konto anzulegen. Zu der Adresse gibt es bereits ein Konto, und nichts wurde geändert.',
    more: 'Wenn Sie das waren, melden Sie sich mit Ihrem bisherigen Passwort an. Wenn Sie es vergessen haben, fordern Sie ein neues an. Ein neues Passwort bestätigt auch die Adresse.',
    ending: 'Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren.',
  },
  passwordReset: {
    subject: 'Wählen Sie ein neues Passwort',
    intro: 'Für das Platelight-Konto mit dieser E-Mail-Adresse wurde ein neues Passwort angefordert.',
    button: 'Neues Passwort wählen',
    ending:
      'Der Link funktioniert einmal und eine Stunde lang. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Ihr Passwort bleibt unverändert.',
  },
  passwordChanged: {
    subject: 'Ihr Passwort wurde geändert',
    intro: 'Das Passwort Ihres Platelight-Kontos wurde geändert, und alle Sitzungen wurden abgemeldet.',
    ending:
      'Wenn Sie das nicht waren, fordern Sie sofort ein neues Passwort an. Das kann nur, wer dieses Postfach liest.',
  },
  passwordAdded: {
    subject: 'Ihr Konto hat jetzt ein Passwort',
    intro:
      'Für Ihr Platelight-Konto, das bisher keines hatte, wurde ein Passwort festgelegt. Alle Sitzungen wurden abgemeldet.',
    ending:
      'Wenn Sie das nicht waren, fordern Sie sofort ein neues Passwort an. Das kann nur, wer dieses Postfach liest.',
  },
  passwordRemoved: {
    subject: 'Das Passwort Ihres Kontos wurde entfernt',
    intro: (provider) =>
      `Sie haben diese Adresse bestätigt, indem Sie sich mit ${provider} angemeldet haben. Ihr Platelight-Konto hatte noch ein Passwort aus der Zeit davor. Weil es eine andere Person gewählt haben kann, wurde es entfernt.`,
    more: 'Sie können jederzeit ein neues Passwort wählen: Fordern Sie es bei der Anmeldung an.',
    ending:
      'Wenn Sie das nicht waren, wenden Sie sich sofort an die Betreiber dieses Dienstes. Sie können das Konto sperren.',
  },
  providerLinked: {
    subject: 'Ihr Konto hat einen neuen Anmeldeweg',
    intro: (provider) => `Ihr Platelight-Konto lässt sich jetzt auch durch Anmeldung mit ${provider} öffnen.`,
    more: 'Falls Sie ein Passwort haben, gilt es weiterhin.',
    ending:
      'Wenn Sie das nicht waren, wenden Sie sich sofort an die Betreiber dieses Dienstes. Sie können das Konto sperren.',
  },
  welcome: {
    subject: 'Willkommen bei Platelight',
    intro: 'Ihre E-Mail-Adresse ist bestätigt, und Ihr Konto ist bereit.',
    balance: (credits) => `Guthaben auf Ihrem Konto (Credits): ${credits}`,
    ending: 'Wir fragen nie per E-Mail nach Ihrem Passwort oder Ihren API-Schlüsseln.',
  },
  webhookDisabled: {
    subject: 'Ein Webhook-Endpunkt wurde abgeschaltet',
    intro: (endpointId) =>
      `Der Webhook-Endpunkt ${endpointId} Ihres Platelight-Kontos hat seit drei Tagen kein Ereignis angenommen. Deshalb wird nichts mehr an ihn gesendet.`,
    more: 'Seine Zustellungen zeigen das Ergebnis jedes Versuchs. Wenn der Empfänger wieder funktioniert, schalten Sie den Endpunkt ein und senden Sie ihm die verpassten Ereignisse erneut.',
    ending: 'Ihre anderen Endpunkte sind nicht betroffen.',
  },
  creditsLow: {
    subject: 'Ihre Credits gehen zur Neige',
    intro: 'Die Credits Ihres Platelight-Kontos sind fast aufgebraucht.',
    balance: (credits) => `Verbleibende Credits: ${credits}`,
    more: 'Wenn sie aufgebraucht sind, werden neue Fotos abgelehnt, bis Sie Credits hinzufügen.',
    button: 'Credits hinzufügen',
    ending: (threshold) => `Diese E-Mail kommt einmal, sobald das Guthaben unter ${threshold} fällt.`,
  },
  accountDeleted: {
    subject: 'Ihr Konto wurde gelöscht',
    intro:
      'Ihr Platelight-Konto wurde wie gewünscht gelöscht, mit seinen Fotos, seinem Verlauf und seinen Einstellungen. Gesetzlich vorgeschriebene Buchungen bleiben ohne Ihren Namen und Ihre Adresse erhalten.',
    more: 'Abonnements, die Sie in einem App-Store gekauft haben, werden dadurch nicht gekündigt. Bitte kündigen Sie sie dort.',
    ending: 'Dies war die letzte E-Mail zu diesem Konto.',
  },
  leadConfirmation: {
    subject: 'Bitte bestätigen Sie Ihre Anmeldung',
    newsletter:
      'Für diese E-Mail-Adresse wurde unser Newsletter bestellt. Wenn Sie das waren, bestätigen Sie bitte, dass Sie ihn möchten. Jede Ausgabe enthält einen Link zum Abmelden.',
    offers:
      'Für diese E-Mail-Adresse wurden unser Newsletter und Angebote bestellt. Wenn Sie das waren, bestätigen Sie bitte, dass Sie sie möchten. Jede E-Mail enthält einen Link zum Abmelden.',
    button: 'Anmeldung bestätigen',
    ending:
      'Der Link funktioniert sieben Tage lang. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Ohne Ihre Bestätigung senden wir Ihnen nichts.',
  },
  leadDownload: {
    subject: (title) => `Ihr Download: ${title}`,
    intro: 'Sie haben dies auf unserer Website angefordert. Über den Link können Sie es öffnen, drucken und speichern.',
    button: 'Download öffnen',
    ending:
      'Der Link funktioniert sieben Tage lang. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Ihre Adresse wurde in keine Liste aufgenommen.',
  },
  leadReceived: {
    contact: 'Eine Nachricht über Ihr Kontaktformular',
    audit: 'Eine Anfrage nach einer Fotoprüfung',
    labels: {
      name: 'Name der Person',
      address: 'E-Mail-Adresse',
      business: 'Name des Restaurants',
      phone: 'Telefonnummer',
      subject: 'Betreff der Nachricht',
      menu: 'Link zur Speisekarte',
      photos: 'Links zu Fotos',
      message: 'Die Nachricht',
      source: 'Gesendet von',
    },
    reply: 'Eine Antwort auf diese E-Mail geht an die Person. Die Adresse ist nicht bestätigt.',
    erase: (leadId) => `So wird das Gesendete gelöscht: platelight-server leads erase ${leadId}`,
  },
}
