// Asks for a support bundle, and lets the person keep it as a file.
import { useState } from 'preact/hooks'
import { useAgent } from './agent-context.ts'
import { bundleFileName } from '../contract/support.ts'
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
  const bundle = await askAgent(bridge, 'bundle', null)
  if (!bundle.ok) return { kind: 'refused', refusal: bundle }
  const fileName = bundleFileName(new Date().toISOString())
  const isSaved = await bridge.save(fileName, bundle.data).catch(() => false)
  return isSaved ? { kind: 'saved', fileName } : { kind: 'not_saved' }
}
