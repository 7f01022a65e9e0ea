// Signing in with a code, links, and the page of one's own account, in English.

export const accountEn = {
  code: {
    title: 'Enter your code',
    intro: 'Your password is right. This account asks for a code, too.',
    field: 'Code',
    hint: 'Six digits of your authenticator app, or one of your recovery codes.',
    noCode: 'That is no code: it has six digits, or ten characters where it is a recovery code.',
    again: 'Begin again with another account',
    over: 'That sign-in is over: five codes were wrong, or five minutes have passed. Begin again with your password.',
  },
  /** Before steps that matter. */
  confirm: {
    title: 'Confirm that it is you',
    intro:
      'This step asks for a sign-in of the last ten minutes. Nothing has been changed yet, and what you typed is kept.',
    submit: 'Confirm',
    doneTitle: 'Thank you: it is you',
    doneIntro: 'Nothing has been changed yet. What you typed is kept: go on to do it now.',
    goOn: 'Go on',
    leave: 'Leave everything as it is',
  },
  password: {
    newPassword: 'New password',
    repeat: 'New password once more',
    rules: 'A new password',
    ruleLength: (min: number, max: number) => `has ${min} to ${max} characters;`,
    ruleGuess: 'is hard to guess: four or five words that have nothing to do with each other are good;',
    ruleOwn: 'is more than your name, your e-mail address or the name of this product;',
    ruleStolen: 'is in no list of stolen passwords.',
    missing: 'Enter a new password.',
    differ: 'This is not the same as above.',
    save: 'Save the new password',
  },
  links: {
    passwordTitle: 'Choose your password',
    passwordSet: 'Your password is saved. Sign in with it.',
    overTitle: 'This link is not good any more',
    passwordOver:
      'It was used, a newer one replaced it, or it is older than 30 minutes. Ask for a new one with your e-mail address.',
    emailOver:
      'It was used, a newer one replaced it, or it is older than 24 hours. Ask for the change again on the page of your account.',
    askNew: 'Ask for a new link',
    forgotTitle: 'Forgot your password?',
    forgotIntro:
      'A link for a new password is sent to whoever has this e-mail address. It is good for 30 minutes.',
    forgotSent:
      'If an account has this address, a link is on its way. An account gets at most three in an hour.',
    forgotSubmit: 'Send a link',
    emailTitle: 'Change of your e-mail address',
    emailIntro: 'Confirm that the e-mail address of your account is to change.',
    emailSubmit: 'Confirm the change',
    emailHalf:
      'Confirmed. The other address got a link, too: the change is made when it is confirmed there as well.',
    emailDone: 'The e-mail address is changed. Sign in with the new one from now on.',
  },
}
