// The page that makes a phone a scanner of a workplace, in English. A group of its own in the catalogue.

export const scannerEn = {
  title: 'Phone as a scanner',
  intro:
    'Enter the code that the workplace shows: a pharmacist is signed in there and presses “Pair a scanner”.',
  code: 'Code of the workplace',
  codeHint: 'Eight letters, such as BCDF-GHJK. The code is good for 2 minutes.',
  codeFault: 'This is no code: a code has eight letters, such as BCDF-GHJK.',
  codeOver:
    'This code is wrong, was used already, or is older than 2 minutes. Have the workplace show a new one.',
  name: 'Name of this phone',
  nameHint: 'The workplace shows it beside each scan.',
  nameFault: 'Enter a name of at most 60 characters.',
  full: 'The pharmacy has as many workplaces and scanners as it may have. A scanner that is not used any more has to be removed first.',
  pair: 'Pair',
  forgotten: 'This phone is no scanner any more.',
  ended: 'This phone is not paired any more. Pair it again with a new code.',
  paired: (workplace: string) => `This phone is paired with ${workplace}.`,
  speaksFor: (name: string, workplace: string) => `${name} scans for ${workplace}.`,
  scan: 'Code',
  scanHint: 'Scan a code, or type it and press Enter.',
  send: 'Send',
  sending: 'Sending…',
  taken: (workplace: string) => `Taken: ${workplace} has the scan.`,
  nobody: (workplace: string) => `Nobody is signed in at ${workplace}. Sign in there, then scan again.`,
  unreadable: 'This was not sent: a code has at most 256 letters, digits and signs, without accents.',
  notSent: 'Nobody knows whether the scan arrived. Look at the workplace, or load this page and scan again.',
  camera: 'Scan with the camera',
  cameraStop: 'Stop the camera',
  noCamera:
    'This browser does not read codes with the camera. Type the code, or use a scanner that types like a keyboard.',
  cameraRefused: 'The camera could not be opened. Allow it for this page in the browser, or type the code.',
  other: 'Pair with another workplace',
  forget: 'Forget this phone',
  forgetMeans: (name: string) =>
    `${name} then scans for no workplace any more. To use it again, pair it with a new code.`,
}

export type ScannerTexts = typeof scannerEn
