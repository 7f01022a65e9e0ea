// Where the key of this device is kept, and the one that is to follow it.
import path from 'node:path'
import type { KeyFile } from './key-file.ts'

export function deviceKeyFile(dataFolder: string): KeyFile {
  return {
    path: path.join(dataFolder, 'device.key'),
    advice:
      'move it away and start again: this computer then has another key, which somebody has to confirm on the ' +
      'computers that it exchanges labels with.',
  }
}

/** Only while keys are exchanged. Without it the old one goes on. */
export function successorKeyFile(dataFolder: string): KeyFile {
  return {
    path: path.join(dataFolder, 'device-next.key'),
    advice: 'remove it and start again: the exchange of keys is then given up.',
  }
}
