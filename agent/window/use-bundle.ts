// Asks for a support bundle part by part, and lets the person keep it as a file.
import { useState } from 'preact/hooks'
import { useAgent } from './agent-context.ts'
import { askAgent, type AgentBridge, type Refusal } from './bridge.ts'

export type BundleState =
  | { readonly kind: 'none' | 'making' | 'not_saved' }
  | { readonly kind: 'saved'; readonly fileName: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

export function useBundle(): { readonly state: BundleState; readonly save: () => void } {
  const { bridge } = useAgent()
  const [state, setState] = useState<BundleState>({ kind: 'none' })
  const save = async (): Promise<void> => {
    if (state.kind === 'making') return
    setState({ kind: 'making' })
    setState(await savedBundle(bridge))
  }
  return { state, save: () => void save() }
}

async function savedBundle(bridge: AgentBridge): Promise<BundleState> {
  const first = await askAgent(bridge, 'bundle', { bundle: null, part: 0 })
  if (!first.ok) return { kind: 'refused', refusal: first }
  const { bundle, fileName, parts } = first.data
  const data = [first.data.data]
  for (let part = 1; part < parts; part += 1) {
    const next = await askAgent(bridge, 'bundle', { bundle, part })
    if (!next.ok) return { kind: 'refused', refusal: next }
    data.push(next.data.data)
  }
  const isSaved = await bridge.save(fileName, textOf(data)).catch(() => false)
  return isSaved ? { kind: 'saved', fileName } : { kind: 'not_saved' }
}

/** Whole before it is decoded: a part may end within a letter. */
function textOf(parts: readonly string[]): string {
  const bytes = parts.map((part) => Uint8Array.from(atob(part), (letter) => letter.charCodeAt(0)))
  const decoder = new TextDecoder()
  return [...bytes.map((part) => decoder.decode(part, { stream: true })), decoder.decode()].join('')
}
