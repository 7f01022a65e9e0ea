// The page where a patient ends the text messages of a pharmacy, in English.

export const optOutEn = {
  title: 'Text messages from your pharmacy',
  asked: (pharmacy: string) => `${pharmacy} sends text messages to the phone that got this link.`,
  means: 'The button ends them at once, also those that still wait. Other pharmacies are not affected.',
  submit: 'Send me no more messages',
  done: (pharmacy: string) => `${pharmacy} sends no more text messages to the phone that got this link.`,
  again: 'A message that was on its way may still arrive. If you want messages again, tell the pharmacy.',
  over: 'This link is unknown or older than 13 months. Open the link of a newer message, or tell the pharmacy that you want no more messages.',
}

export type OptOutTexts = typeof optOutEn
