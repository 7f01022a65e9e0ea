// The pages of a signed-in pharmacist, which come with a script of their own as soon as one is.
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { PharmacistSession } from '../contract/dispensing.ts'

export interface SignedInProps {
  readonly session: Extract<PharmacistSession, { state: 'signed_in' }>
  /** Who is signed in may be another by now. */
  readonly onDone: () => void
}

type Pages = ComponentType<SignedInProps>

/** Beside the page that loads it; the build names it so. */
const SCRIPT = 'dispensing.js'

let pages: Pages | null = null

/** Called by the script itself. */
export function arrived(brought: Pages): void {
  pages = brought
}

/** `missing`: it is not there any more, or of another version: the program was updated, and the page is of the one before. */
export function useSignedInPages(): { readonly pages: Pages | null; readonly isMissing: boolean } {
  const [, setDone] = useState(false)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    if (pages !== null) return undefined
    const script = document.createElement('script')
    script.src = SCRIPT
    const ended = (): void => (pages === null ? setMissing(true) : setDone(true))
    script.addEventListener('load', ended)
    script.addEventListener('error', ended)
    document.head.append(script)
    return () => script.remove()
  }, [])
  return { pages, isMissing }
}
