/** The fixed words of all letters in one language. The type checker refuses a language in which one is missing. */
export interface LetterTexts {
  /** A BCP 47 tag. */
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** With the space that the language puts before it. */
  readonly colon: string
  /** Before the address of a button, for mail programs that show no buttons. */
  readonly copyLink: string
  /** The button that leads to the service. */
  readonly openService: string
  /** Below alerts: where they are turned off. */
  readonly turnOffAlerts: string
  /** Below marketing: why it was sent, and the link that ends it. */
  readonly whyMarketing: string
  readonly unsubscribe: string

  readonly verification: Letter & { readonly button: string; readonly newsletter: string }
  readonly knownAddress: Letter
  readonly passwordReset: {
    readonly subject: string
    readonly intro: string
    readonly button: string
    readonly ending: string
  }
  readonly passwordChanged: Letter
  readonly passwordAdded: Letter
  readonly passwordRemoved: LetterNaming
  readonly providerLinked: LetterNaming
  readonly welcome: Letter & { readonly balance: (credits: string) => string }
  readonly webhookDisabled: LetterNaming
  readonly creditsLow: Omit<Letter, 'ending'> & {
    readonly balance: (credits: string) => string
    readonly button: string
    readonly ending: (threshold: string) => string
  }
  readonly accountDeleted: Letter
  readonly leadConfirmation: {
    readonly subject: string
    readonly newsletter: string
    /** Instead of `newsletter`, when offers were asked for too. */
    readonly offers: string
    readonly button: string
    readonly ending: string
  }
  readonly leadDownload: Omit<Letter, 'subject'> & {
    readonly subject: (title: string) => string
    readonly button: string
  }
  /** To the operator. */
  readonly leadReceived: {
    /** The subject, for each kind of form. */
    readonly contact: string
    readonly audit: string
    readonly labels: Readonly<
      Record<'name' | 'address' | 'business' | 'phone' | 'subject' | 'menu' | 'photos' | 'message' | 'source', string>
    >
    readonly reply: string
    /** How what was sent is removed. The command is the same in every language. */
    readonly erase: (leadId: string) => string
  }
}

interface Letter {
  readonly subject: string
  readonly intro: string
  /** The second paragraph, where there is one. */
  readonly more?: string
  readonly ending: string
}

/** A letter whose first paragraph names something: an endpoint by its id, an identity provider by its label. */
interface LetterNaming extends Omit<Letter, 'intro'> {
  readonly intro: (name: string) => string
}
