// The pharmacist in the window: sign-in and sign-out, in English. A group of the catalogue.

export const windowDispensingEn = {
  intro: 'A pharmacist of this pharmacy signs in here for prescriptions.',
  email: 'E-mail address',
  emailHint: 'The one of your account at Pharmacy Relay.',
  emailFault: 'Type your e-mail address.',
  password: 'Password',
  passwordHint: 'It is checked by the identity service and not kept on this computer.',
  passwordFault: 'Type your password.',
  signIn: 'Sign in',
  signingIn: 'You are being signed in…',
  /** At an address that the pharmacy has not had for a week. */
  codeIntro: 'Your password is right. This place is new, so a code is asked for, too.',
  code: 'Code',
  codeHint: 'Six digits of your authenticator app, or one of your recovery codes.',
  recoveryHint: 'This account has no authenticator app. Type one of your recovery codes.',
  codeFault: 'Type the code.',
  goOn: 'Continue',
  otherAccount: 'Sign in as somebody else',
  signedIn: 'Signed in',
  name: 'Name',
  idle: 'You are signed out after ten minutes without use, when the screen is locked, and when the computer sleeps.',
  signOut: 'Sign out',
  elsewhere: 'Pharmacists sign in in the window of the icon, not in a browser.',
  elsewhereHint: 'Open Pharmacy Relay from its icon near the clock.',
  scanners: {
    title: 'Scanner',
    none: 'Nothing was scanned yet.',
    typed: 'Scanned here:',
    from: (name: string) => `Scanned with ${name}:`,
    hint: 'A scanner that types like a keyboard works at once, a phone or a station after it was paired.',
    pair: 'Pair a scanner',
    codeHint: 'Type this code on the scanner within 2 minutes. It is good for one.',
  },
  /** Why nobody is signed in any more, by the agent's code. */
  because: {
    person: 'You are signed out.',
    lock: 'You were signed out, because the screen was locked or the computer slept.',
    idle: 'You were signed out after ten minutes without use.',
    computer: 'You were signed out, because this computer does not belong to the pharmacy any more.',
    account: 'You were signed out, because your account was changed or signed out elsewhere.',
  },
}
export type WindowDispensingTexts = typeof windowDispensingEn
