// Passkeys: asks the browser (navigator.credentials), puts its answer into the form and sends it. Without them no button is shown.
//
//   press ──▶ options (in the page, or asked for) ──▶ navigator.credentials ──▶ field `credential` ──▶ form
import { createdJson, creationOptions, gottenJson, requestOptions } from './passkey-json.ts'

/** In ms; after that whoever pressed is told, and may press again. */
const OPTIONS_MS = 15_000

export function listenForPasskeys(): void {
  if (!isSecureContext || !('PublicKeyCredential' in window)) return
  document.documentElement.classList.add('can-passkeys')
  let isUnderWay = false
  document.addEventListener('submit', (event) => {
    const form = event.target
    const box = form instanceof HTMLFormElement ? form.closest<HTMLElement>('[data-passkey]') : null
    if (box === null || !(form instanceof HTMLFormElement)) return
    event.preventDefault()
    if (isUnderWay) return
    isUnderWay = true
    void answer(box, form).finally(() => (isUnderWay = false))
  })
}

async function answer(box: HTMLElement, form: HTMLFormElement): Promise<void> {
  say(box, '')
  const field = form.elements.namedItem('credential')
  if (!(field instanceof HTMLInputElement)) return
  try {
    const options = await optionsOf(box, form)
    field.value = JSON.stringify(
      box.dataset['passkey'] === 'create' ? await make(options) : await get(options),
    )
    // Not requestSubmit(): this listener would ask once more.
    form.submit()
  } catch (error) {
    say(box, faultOf(error, box))
  }
}

async function make(options: Record<string, unknown>): Promise<object> {
  const made = await navigator.credentials.create({ publicKey: creationOptions(options) })
  return createdJson(made as PublicKeyCredential)
}

async function get(options: Record<string, unknown>): Promise<object> {
  const given = await navigator.credentials.get({ publicKey: requestOptions(options) })
  return gottenJson(given as PublicKeyCredential)
}

/** Words of the portal, for the person. */
class Refused extends Error {}

async function optionsOf(box: HTMLElement, form: HTMLFormElement): Promise<Record<string, unknown>> {
  const { options, optionsAt = '' } = box.dataset
  if (options !== undefined) return JSON.parse(options) as Record<string, unknown>
  const csrf = form.querySelector<HTMLInputElement>('input[name="csrf"]')?.value ?? ''
  const reply = await fetch(optionsAt, {
    method: 'POST',
    body: new URLSearchParams({ csrf }),
    signal: AbortSignal.timeout(OPTIONS_MS),
  })
  const facts = (await reply.json()) as { options?: Record<string, unknown>; fault?: string }
  if (facts.options === undefined) throw new Refused(facts.fault ?? box.dataset['textFailed'])
  return facts.options
}

/** Browsers say little of why, so that no page learns which passkeys somebody has. */
function faultOf(error: unknown, { dataset }: HTMLElement): string {
  if (error instanceof Refused) return error.message
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return dataset['textRefused'] ?? ''
  if (name === 'InvalidStateError') return dataset['textExists'] ?? ''
  if (name === 'SecurityError') return dataset['textOtherName'] ?? ''
  return dataset['textFailed'] ?? ''
}

function say(box: HTMLElement, words: string): void {
  const place = box.querySelector('.passkey-said')
  if (place !== null) place.textContent = words
}
