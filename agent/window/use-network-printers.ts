// The setting Printers as a list: what stands in it, one more or one less, and what became of that.
import { useState } from 'preact/hooks'
import { useAgent } from './agent-context.ts'
import type { Refusal } from './bridge.ts'
import { useAsk } from './use-ask.ts'
import { usePolled } from './use-polled.ts'

const SETTING = 'Printers'

export interface NetworkPrinterList {
  /** Null while the list that is there is not known: adding would take the others off it. */
  readonly ids: readonly string[] | null
  /** Whoever set this computer up chose it. */
  readonly isFixed: boolean
  readonly busy: boolean
  /** What was done last. */
  readonly done: { readonly kind: 'added' | 'removed'; readonly id: string } | null
  readonly refusal: Refusal | null
  /** Both resolve with whether it was kept. */
  readonly add: (id: string) => Promise<boolean>
  readonly remove: (id: string) => Promise<boolean>
}

export function useNetworkPrinters(onChanged: () => void): NetworkPrinterList {
  const { bridge } = useAgent()
  const { data, again } = usePolled(bridge, { method: 'getSettings', params: null, everyMs: null })
  const { ask, busy, answer } = useAsk('setSetting')
  const [done, setDone] = useState<NetworkPrinterList['done']>(null)
  const row = data?.find(({ name }) => name === SETTING)
  const listed = (row?.value ?? '').split(',').filter((id) => id !== '')
  const keep = async (ids: readonly string[], what: NetworkPrinterList['done']): Promise<boolean> => {
    setDone(null)
    const given = await ask({ name: SETTING, value: ids.length === 0 ? null : ids.join(',') })
    if (given?.ok !== true) return false
    setDone(what)
    again()
    onChanged()
    return true
  }
  return {
    ids: row === undefined ? null : listed,
    isFixed: row?.source === 'environment',
    busy,
    done,
    refusal: answer?.ok === false ? answer : null,
    add: async (id) => keep([...new Set([...listed, id])], { kind: 'added', id }),
    remove: async (id) =>
      keep(
        listed.filter((other) => other !== id),
        { kind: 'removed', id },
      ),
  }
}
