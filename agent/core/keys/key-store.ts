// What keeps the agent's few secrets: sealed by the operating system where it can, else in a file of its user.
import type { KeyStoreKind } from '../../contract/agent-api.ts'

/**
 * Seals secrets of at most 4 KiB, at the start and when keys are exchanged only: a call may take as long as a program of
 * the system, at most 5 s.
 * `name` is bound to the secret: what was sealed as one does not open as another.
 */
export interface KeyStore {
  readonly kind: KeyStoreKind
  /** Throws Error with the system's reason. */
  seal(secret: Uint8Array, name: string): Uint8Array
  /** Bytes that the caller overwrites after use. Throws Error with the system's reason. */
  open(sealed: Uint8Array, name: string): Uint8Array
}
