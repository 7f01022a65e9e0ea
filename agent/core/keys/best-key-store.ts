// Which key store this computer has: the best that works here, or the one that a file was sealed by.
import type { KeyStoreKind } from '../../contract/agent-api.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { causeOf } from '@pharmacy-relay/shared/logger.ts'
import { dpapi } from './dpapi.ts'
import type { KeyStore } from './key-store.ts'
import { isSystemdBooted, systemdCreds } from './systemd-creds.ts'

export interface Computer {
  readonly platform: NodeJS.Platform
  readonly isRoot: boolean
  readonly isSystemd: boolean
}

/**
 * The best one that works here, tried with a secret of no worth. Throws Error on Windows when DPAPI does not work: its
 * folders are open to other users, and a file in them keeps nothing. Only at the first start; later the file that was
 * sealed names its store.
 */
export async function bestKeyStore(logger: Logger, computer: Computer = thisComputer()): Promise<KeyStore> {
  const kind = systemsKind(computer)
  if (kind === 'file') return fileStore
  try {
    const store = await keyStoreOf(kind)
    tryOut(store)
    return store
  } catch (error) {
    if (kind === 'dpapi') throw error
    logger.warn('keys.store-not-usable', { store: kind, reason: causeOf(error) })
    return fileStore
  }
}

/** Throws Error when this computer has no such store. */
export async function keyStoreOf(kind: KeyStoreKind): Promise<KeyStore> {
  switch (kind) {
    case 'dpapi':
      if (process.platform !== 'win32') throw new Error('it was made on Windows')
      return dpapi()
    case 'systemd-creds':
      return systemdCreds()
    case 'file':
      return fileStore
    default:
      return kind satisfies never
  }
}

/** The mode of the file is what keeps others out. Also macOS: a service has no unlocked keychain there. */
const fileStore: KeyStore = {
  kind: 'file',
  seal: (secret) => Uint8Array.from(secret),
  open: (sealed) => Uint8Array.from(sealed),
}

function systemsKind({ platform, isRoot, isSystemd }: Computer): KeyStoreKind {
  if (platform === 'win32') return 'dpapi'
  // The host's key is root's; other users have no way to it before systemd 256.
  return platform === 'linux' && isRoot && isSystemd ? 'systemd-creds' : 'file'
}

function thisComputer(): Computer {
  return {
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    isSystemd: isSystemdBooted(),
  }
}

function tryOut(store: KeyStore): void {
  const trial = Buffer.from('a secret of no worth')
  const back = store.open(store.seal(trial, 'trial'), 'trial')
  if (Buffer.compare(back, trial) !== 0) throw new Error('it gave back something else')
}
