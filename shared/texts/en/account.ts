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
    title: 'Password',
    intro: 'All your other sessions end when it changes.',
    oldPassword: 'Password you have now',
    changed: 'Your password is changed. All other sessions have ended.',
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
    resetTitle: 'Reset of your second factor',
    resetAsked: (name: string) => `${name} (Admin) asked that the second factor of your account be reset.`,
    resetAskedAt: 'Asked for',
    resetDueAt: 'Takes effect',
    resetDue: 'or as soon as another Admin confirms it',
    resetNotDue: 'as soon as another Admin confirms it',
    resetMeans:
      'Authenticator app, passkeys and recovery codes are removed, and you are signed out everywhere. Until you set up new ones, your password alone lets in whoever knows it.',
    resetWanted: 'If you asked for it, you have nothing to do here. If you did not, object.',
    resetSubmit: 'Object to the reset',
    resetObjected:
      'You objected. Nothing is reset, and no Admin can confirm it any more. Tell your Admins about it, and change your password if somebody else may know it.',
    resetOver:
      'The reset was done, withdrawn, asked for anew, or somebody objected to it. You are told by a message of its own when a second factor was reset.',
    emailTitle: 'Change of your e-mail address',
    emailIntro: 'Confirm that the e-mail address of your account is to change.',
    emailSubmit: 'Confirm the change',
    emailHalf:
      'Confirmed. The other address got a link, too: the change is made when it is confirmed there as well.',
    emailDone: 'The e-mail address is changed. Sign in with the new one from now on.',
  },
  title: 'My account',
  profile: { title: 'Profile', name: 'Name', role: 'Role' },
  email: {
    title: 'E-mail address',
    intro:
      'A link goes to the old and to the new address. The change is made when both were followed, within 24 hours.',
    newEmail: 'New e-mail address',
    submit: 'Ask for the change',
    asked: 'Links are on their way to the old and to the new address. Follow both within 24 hours.',
  },
  factor: {
    title: 'Second factor',
    none: 'This account has no second factor: whoever knows the password gets in.',
    setUp: 'Set up a second factor',
    active: 'A code of your authenticator app is asked for when you sign in, since',
    codesLeft: (n: number) => (n === 1 ? '1 recovery code is left.' : `${n} recovery codes are left.`),
    otherApp: 'Use another phone or app',
    newCodes: 'Make new recovery codes',
    newCodesHint: 'Six digits of your authenticator app. The old recovery codes end.',
    makeCodes: 'Make new codes',
    setUpTitle: 'Set up a second factor',
    why: 'A stolen password alone then lets nobody in: a code of an app on your phone is asked for, too.',
    needs:
      'You need an authenticator app on your phone, for example Aegis, Google Authenticator, Microsoft Authenticator or 2FAS.',
    replaces:
      'You have a second factor. The app that you set up now replaces it as soon as its first code is right; until then the old one counts.',
    begin: 'Begin',
    scan: 'Scan this picture with your authenticator app.',
    picture: 'QR code for your authenticator app',
    orType: 'If you cannot scan it, type this into the app:',
    secret: 'the secret',
    thenCode: 'Enter the code that the app shows now.',
    firstCode: 'Six digits',
    activate: 'Use this app from now on',
  },
  recovery: {
    title: 'Recovery codes',
    activated: 'Your second factor is set up.',
    renewed: 'The old recovery codes have ended.',
    intro:
      'Without your phone, one of these codes lets you in, each once. Keep them where only you find them, not on the phone itself. They are not shown again.',
    print: 'Print',
    kept: 'I have kept them',
  },
  sessions: {
    title: 'Where you are signed in',
    intro: 'End whatever you do not know or no longer use. Then change your password if it was not you.',
    current: 'this browser',
    kinds: { panel: 'Panel', storefront: 'Shop', other: 'Another program' },
    lastUsed: 'last used',
    end: 'End',
    endThis: (name: string) => `End the session of ${name}`,
    endOthers: 'End all others',
    unknownBrowser: 'Unknown browser',
    ended: 'The session has ended.',
    othersEnded: 'All other sessions have ended.',
  },
  /** On every page of who has no second factor yet. */
  due: {
    until: 'Your account needs a second factor by',
    untilMeans: 'Afterwards the panel asks for one before anything else.',
    over: 'Your account needs a second factor since',
    overMeans: 'Set one up to go on.',
  },
}
