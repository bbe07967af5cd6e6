import type { LetterTexts } from './letter-texts.ts'

export const portuguese: LetterTexts = {
  language: 'pt',
  direction: 'ltr',
  colon: ':',
  copyLink: 'Ou copie este endereço para o navegador:',
  openService: 'Abrir o Platelight',
  turnOffAlerts: 'Você pode desativar e-mails deste tipo nas preferências de e-mail da sua conta.',
  whyMarketing: 'Você recebe este e-mail porque aceitou e-mails deste tipo.',
  unsubscribe: 'Cancelar a inscrição',

  verification: {
    subject: 'Confirme o seu endereço de e-mail',
    intro: 'Uma conta do Platelight foi criada com este endereço de e-mail. Se foi você, confirme o endereço.',
    newsletter:
      'Você também pediu a nossa newsletter e as nossas ofertas. Ao confirmar, você aceita recebê-las. Cada uma traz um link para cancelar a inscrição.',
    button: 'Confirmar este endereço',
    ending:
      'O link funciona uma única vez, por 24 horas. Se você não se cadastrou, ignore este e-mail: a conta continua sem confirmação.',
  },
  knownAddress: {
    subject: 'Você já tem uma conta',
    intro:
      'Alguém tentou criar uma conta do Platelight com este endereço de e-mail. O endereço já tem uma conta, e nada foi alterado.',
    more: 'Se foi você, entre com a sua senha. Se a esqueceu, peça uma nova. Escolher uma nova senha também confirma o endereço.',
    ending: 'Se não foi você, pode ignorar este e-mail.',
  },
  passwordReset: {
    subject: 'Escolha uma nova senha',
    intro: 'Foi pedida uma nova senha para a conta do Platelight com este endereço de e-mail.',
    button: 'Escolher uma nova senha',
    ending:
      'O link funciona uma única vez, por uma hora. Se não foi você, ignore este e-mail: a sua senha continua a mesma.',
  },
  passwordChanged: {
    subject: 'A sua senha foi alterada',
    intro: 'A senha da sua conta do Platelight foi alterada, e todas as sessões foram encerradas.',
    ending: 'Se não foi você, peça uma nova senha imediatamente. Só quem lê esta caixa de correio pode fazer isso.',
  },
  passwordAdded: {
    subject: 'A sua conta agora tem uma senha',
    intro:
      'Foi definida uma senha para a sua conta do Platelight, que antes não tinha nenhuma. Todas as sessões foram encerradas.',
    ending: 'Se não foi você, peça uma nova senha imediatamente. Só quem lê esta caixa de correio pode fazer isso.',
  },
  passwordRemoved: {
    subject: 'A senha da sua conta foi removida',
    intro: (provider) =>
      `Você confirmou este endereço ao entrar com ${provider}. A sua conta do Platelight ainda tinha uma senha anterior, que outra pessoa pode ter escolhido, por isso ela foi removida.`,
    more: 'Você pode escolher uma nova senha quando quiser: peça-a ao entrar.',
    ending: 'Se não foi você, fale imediatamente com os responsáveis por este serviço. Eles podem bloquear a conta.',
  },
  providerLinked: {
    subject: 'A sua conta tem uma nova forma de entrar',
    intro: (provider) => `Agora também é possível entrar na sua conta do Platelight com ${provider}.`,
    more: 'Se você tem uma senha, ela continua valendo.',
    ending: 'Se não foi você, fale imediatamente com os responsáveis por este serviço. Eles podem bloquear a conta.',
  },
  welcome: {
    subject: 'Boas-vindas ao Platelight',
    intro: 'O seu endereço de e-mail está confirmado e a sua conta está pronta.',
    balance: (credits) => `Créditos na sua conta: ${credits}`,
    ending: 'Nunca pedimos a sua senha nem as suas chaves de API por e-mail.',
  },
  webhookDisabled: {
    subject: 'Um endpoint de webhook foi desativado',
    intro: (endpointId) =>
      `O endpoint de webhook ${endpointId} da sua conta do Platelight não aceita eventos há três dias. Por isso, nada mais é enviado para ele.`,
    more: 'As entregas mostram o resultado de cada tentativa. Quando o receptor voltar a funcionar, ative o endpoint e reenvie os eventos que ele perdeu.',
    ending: 'Os seus outros endpoints não são afetados.',
  },
  creditsLow: {
    subject: 'Os seus créditos estão acabando',
    intro: 'Os créditos da sua conta do Platelight estão quase no fim.',
    balance: (credits) => `Créditos restantes: ${credits}`,
    more: 'Quando acabarem, novas fotos serão recusadas até você adicionar créditos.',
    button: 'Adicionar créditos',
    ending: (threshold) => `Este e-mail é enviado uma vez, sempre que o saldo cai abaixo de ${threshold}.`,
  },
  accountDeleted: {
    subject: 'A sua conta foi excluída',
    intro:
      'A sua conta do Platelight foi excluída como você pediu, com as fotos, o histórico e as configurações. Os lançamentos contábeis exigidos por lei são mantidos sem o seu nome e o seu endereço.',
    more: 'Isso não cancela assinaturas compradas em uma loja de aplicativos. Cancele-as na própria loja.',
    ending: 'Este foi o último e-mail sobre esta conta.',
  },
  leadConfirmation: {
    subject: 'Confirme a sua inscrição',
    newsletter:
      'A nossa newsletter foi solicitada para este endereço de e-mail. Se foi você, confirme que deseja recebê-la. Cada edição traz um link para cancelar a inscrição.',
    offers:
      'A nossa newsletter e as nossas ofertas foram solicitadas para este endereço de e-mail. Se foi você, confirme que deseja recebê-las. Cada e-mail traz um link para cancelar a inscrição.',
    button: 'Confirmar a inscrição',
    ending:
      'O link funciona durante sete dias. Se não foi você, ignore este e-mail: sem a sua confirmação, não enviamos nada.',
  },
  leadDownload: {
    subject: (title) => `O seu download: ${title}`,
    intro: 'Você pediu este documento no nosso site. O link abre o documento, que pode ser impresso ou guardado.',
    button: 'Abrir o documento',
    ending:
      'O link funciona durante sete dias. Se não foi você, ignore este e-mail: o seu endereço não foi adicionado a nenhuma lista.',
  },
  leadReceived: {
    contact: 'Uma mensagem do seu formulário de contato',
    audit: 'Um pedido de análise de fotos',
    labels: {
      name: 'Nome da pessoa',
      address: 'Endereço de e-mail',
      business: 'Nome do restaurante',
      phone: 'Número de telefone',
      subject: 'Assunto da mensagem',
      menu: 'Link do cardápio',
      photos: 'Links de fotos',
      message: 'A mensagem',
      source: 'Enviado a partir de',
    },
    reply: 'Uma resposta a este e-mail chega à pessoa. O endereço não está confirmado.',
    erase: (leadId) => `Para apagar o que foi enviado: platelight-server leads erase ${leadId}`,
  },
}
