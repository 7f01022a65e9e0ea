// Asks the portal for a part of a page.

/** The portal waits 12 s for the store, which waits 10 s for a device. */
const TIMEOUT_MS = 15_000

export interface FragmentRequest {
  readonly address: string
  /** Null asks with GET, else these fields are posted. */
  readonly fields: Readonly<Record<string, string>> | null
}

/** The parsed answer, also one that refuses in words; `signed out` when the session has ended. Throws when none came. */
export async function fetchFragment({ address, fields }: FragmentRequest): Promise<Document | 'signed out'> {
  const reply = await fetch(address, {
    ...(fields === null ? {} : { method: 'POST', body: new URLSearchParams(fields) }),
    headers: { 'HX-Request': 'true', Accept: 'text/html' },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (reply.status === 401 || reply.type === 'opaqueredirect') return 'signed out'
  return new DOMParser().parseFromString(await reply.text(), 'text/html')
}

/** The hidden fields of a form. */
export function hiddenFields(form: HTMLFormElement): Record<string, string> {
  const fields = [...form.querySelectorAll<HTMLInputElement>('input[type="hidden"]')]
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]))
}
