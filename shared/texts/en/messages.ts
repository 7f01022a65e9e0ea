// What is sent to people by mail and SMS, in English.

interface PatientSmsValues {
  readonly pharmacy: string
  readonly hours: string
  /** Last, with nothing behind it that a phone would take for a part of it. */
  readonly link: string
}

export const messagesEn = {
  passwordSubject: 'Your new password',
  passwordText: ({ link, minutes }: { readonly link: string; readonly minutes: number }) =>
    `Somebody, probably you, asked for a new password for Pharmacy Relay. Choose it here within ${minutes} minutes:\n\n${link}\n\nIf it was not you, do nothing: your password stays as it is.`,
  invitationSubject: 'Welcome to Pharmacy Relay',
  invitationText: ({ link, minutes }: { readonly link: string; readonly minutes: number }) =>
    `An account of Pharmacy Relay was made for you. Choose your password here within ${minutes} minutes:\n\n${link}\n\nLater, ask for a new link on the sign-in page.`,
  /** After the link that a Pharmacist gets. */
  pharmacistSignsIn: 'You sign in with it in the shop, and in the window of a computer of your pharmacy.',
  linkSms: ({ link, minutes }: { readonly link: string; readonly minutes: number }) =>
    `Pharmacy Relay: choose your new password within ${minutes} minutes: ${link}`,
  emailSubject: 'Confirm the change of your e-mail address',
  emailText: ({
    link,
    hours,
    email,
  }: {
    readonly link: string
    readonly hours: number
    readonly email: string
  }) =>
    `The e-mail address of an account of Pharmacy Relay is to change to ${email}. Confirm it here within ${hours} hours; the other address is asked, too:\n\n${link}\n\nIf it was not you, do nothing and tell an Admin.`,
  pairingCodeSms: ({
    code,
    pharmacy,
    minutes,
  }: {
    readonly code: string
    readonly pharmacy: string
    readonly minutes: number
  }) =>
    `Pharmacy Relay: pairing code ${code} lets one computer into ${pharmacy}, for ${minutes} minutes. Tell it to nobody who did not ask for it.`,
  /** To who is on call. */
  incidentSms: ({
    task,
    pharmacies,
    problem,
  }: {
    readonly task: string
    readonly pharmacies: number
    readonly problem: string
  }) =>
    `Pharmacy Relay: ${pharmacies} pharmacies within ten minutes: ${problem}. Incident ${task} in the panel.`,
  refundSms: ({ amount, order }: { readonly amount: string; readonly order: string }) =>
    `Pharmacy store: ${amount} of your order ${order} is on its way back to the card that paid. It may take a few days.`,
  storeCodeSms: ({ code, minutes }: { readonly code: string; readonly minutes: number }) =>
    `${code} is your code for the pharmacy store. It is good for ${minutes} minutes. Tell it to nobody, whoever asks.`,
  /** To patients: the values and no more, two segments at most (relay-server/pharmacy-api/sms/patient-texts.ts). */
  patientSms: {
    ready: ({ pharmacy, hours, link }: PatientSmsValues) =>
      `${pharmacy}: your medicine is ready. Open ${hours}. Stop: ${link}`,
    refill: ({ pharmacy, hours, link }: PatientSmsValues) =>
      `${pharmacy}: time for a refill? Open ${hours}. Stop: ${link}`,
    closed: ({ pharmacy, hours, link }: PatientSmsValues) =>
      `${pharmacy}: we are closed. Open again ${hours}. Stop: ${link}`,
  },
  resetSubject: 'Your second factor is to be reset',
  resetText: ({ link, hours }: { readonly link: string; readonly hours: number }) =>
    `An Admin asked that the second factor of your account of Pharmacy Relay be reset: authenticator app, passkeys and recovery codes are removed, and you sign in with your password until you set up new ones. It is done in ${hours} hours, or as soon as another Admin confirms it.\n\nIf you did not ask for it, object here:\n\n${link}`,
  resetSms: ({ link, hours }: { readonly link: string; readonly hours: number }) =>
    `Pharmacy Relay: your second factor is reset in ${hours} hours, or when another Admin confirms. If you did not ask for it, object: ${link}`,
  resetDoneSubject: 'Your second factor was reset',
  resetDoneText:
    'The second factor of your account of Pharmacy Relay was reset, and you were signed out everywhere. Sign in with your password and set up an authenticator app or a passkey.\n\nIf you did not ask for it, tell an Admin at once.',
  resetDoneSms:
    'Pharmacy Relay: your second factor was reset. Sign in and set up a new one. If you did not ask for it, tell an Admin at once.',
}
