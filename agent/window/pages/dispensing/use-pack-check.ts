// The check of a pack: each new scan is compared with the prescription that is open, and the newest waits for the one before.
import type { Prescription } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { AgentCall } from '../../../contract/agent-api.ts'
import type { Answer } from '../../bridge.ts'
import { useAsk } from '../../use-ask.ts'
import type { SeenScan } from '../../use-scans.ts'

type PackCall = AgentCall<'checkPack'>
export type Pack = PackCall extends infer Call
  ? Call extends PackCall
    ? Omit<Call, 'prescription'>
    : never
  : never

export interface PackChecking {
  /** As the last check left it. */
  readonly prescription: Prescription
  readonly busy: boolean
  /** Of the last check on this page; null before it and while one is under way. */
  readonly answer: Answer<'checkPack'> | null
  readonly check: (pack: Pack) => void
  /** A pack was checked, or skipped with a reason, and nothing was said against it since. */
  readonly isGood: boolean
}

interface PackToCheck {
  readonly given: Prescription
  readonly scan: SeenScan | null
  /** Scans are of another pack by now. */
  readonly isOver: boolean
}

export function usePackCheck({ given, scan, isOver }: PackToCheck): PackChecking {
  const { busy, answer, ask } = useAsk('checkPack')
  const [prescription, setPrescription] = useState(given)
  const check = async (pack: Pack): Promise<void> => {
    const checked = await ask({ prescription: given.id, ...pack } as PackCall)
    if (checked?.ok === true) setPrescription(checked.data.prescription)
  }
  const { state } = prescription
  const isWanted = !isOver && (state === 'draft' || state === 'checked')
  // What was scanned before the prescription was chosen is no pack for it.
  const taken = useRef(scan)
  useEffect(() => {
    if (busy || scan === null || scan === taken.current) return
    taken.current = scan
    if (isWanted && !scan.isEarlier) void check({ scan: scan.text })
  }, [scan, busy])
  const isFit = answer === null || (answer.ok && answer.data.fits)
  return {
    prescription,
    busy,
    answer,
    check: (pack) => void check(pack),
    isGood: !busy && isFit && prescription.check !== null,
  }
}
