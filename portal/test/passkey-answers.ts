// For tests: how a browser comes to the panel by its name, and what its script posts of a passkey.

/** As a browser names a panel that was opened by its name. */
export const BY_NAME = { host: 'localhost:5132' }

/** What the script puts into the form; the memory knows whose it is by `id`. */
export function credentialOf(id: string): string {
  const response = {
    clientDataJSON: 'e30',
    authenticatorData: 'AA',
    signature: 'AA',
    attestationObject: 'AA',
  }
  return JSON.stringify({ id, rawId: 'AA', type: 'public-key', response, clientExtensionResults: {} })
}
