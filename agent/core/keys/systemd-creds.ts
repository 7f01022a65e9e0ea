// systemd's protection of secrets: `systemd-creds` seals them with a key of this computer that only root can read.
//
// With the host's key and not the TPM's: systemd binds the latter to PCR 7, which an update of the firmware's key lists
// changes, and a pharmacy's agent must start after an update. It guards copies and backups of the data folder.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { KeyStore } from './key-store.ts'

const TIMEOUT_MS = 5_000
const MAX_ANSWER_BYTES = 65_536

/** Whether this computer runs under systemd; in a container its key would be gone with the container. sd_booted(3) */
export function isSystemdBooted(): boolean {
  return existsSync('/run/systemd/system')
}

/** For root; `program` is another one in tests only. */
export function systemdCreds(program = 'systemd-creds'): KeyStore {
  const ask = (verb: 'encrypt' | 'decrypt', input: Uint8Array, name: string): Uint8Array => {
    const options = verb === 'encrypt' ? ['--with-key=host'] : []
    const { status, signal, stdout, stderr, error } = spawnSync(
      program,
      [verb, ...options, `--name=${name}`, '-', '-'],
      { input, timeout: TIMEOUT_MS, killSignal: 'SIGKILL', maxBuffer: MAX_ANSWER_BYTES },
    )
    if (status === 0 && error === undefined) return stdout
    // What it wrote may be the secret; what it complains of never is.
    stdout?.fill(0)
    const complaint = stderr?.toString().trim().split('\n').at(-1) ?? ''
    throw new Error(`systemd-creds ${verb}: ${complaint || (error?.message ?? signal ?? `code ${status}`)}`)
  }
  return {
    kind: 'systemd-creds',
    seal: (secret, name) => ask('encrypt', secret, name),
    open: (sealed, name) => ask('decrypt', sealed, name),
  }
}
