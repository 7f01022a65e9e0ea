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
}
