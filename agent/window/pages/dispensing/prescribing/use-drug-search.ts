// Drugs for what was typed so far: asked for when the person pauses; an answer to what stood there before is dropped.
import type { FoundDrug } from '@pharmacy-relay/shared/api/pharmacy/drugs.ts'
import { useEffect, useState } from 'preact/hooks'
import { useAgent } from '../../../agent-context.ts'
import { askAgent, type Refusal } from '../../../bridge.ts'

/** In ms: between two keys of most people. */
const PAUSE_MS = 150
/** With one letter much is found and nothing is meant. */
const LEAST_LETTERS = 2

export interface DrugSearch {
  /** Null: nothing is looked for, or it is not known yet. */
  readonly found: readonly FoundDrug[] | null
  readonly refusal: Refusal | null
}

const NOTHING: DrugSearch = { found: null, refusal: null }

export function useDrugSearch(text: string): DrugSearch {
  const { bridge } = useAgent()
  const [search, setSearch] = useState(NOTHING)
  const wanted = text.trim()
  useEffect(() => {
    if (wanted.length < LEAST_LETTERS) return setSearch(NOTHING)
    let isOver = false
    const timer = setTimeout(() => {
      void askAgent(bridge, 'searchDrugs', { text: wanted }).then((answer) => {
        if (isOver) return
        setSearch(answer.ok ? { found: answer.data, refusal: null } : { found: null, refusal: answer })
      })
    }, PAUSE_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [bridge, wanted])
  return search
}
