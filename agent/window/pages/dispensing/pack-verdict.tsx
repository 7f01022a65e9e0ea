// What the check of a pack said, in words: it fits, why it does not, or why nothing could be compared.
import type { ScannedPack } from '@pharmacy-relay/shared/api/pharmacy/drugs.ts'
import type { PackCheck } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import { useAgent } from '../../agent-context.ts'
import type { Refusal } from '../../bridge.ts'
import { Notice, Refused } from '../../views/notice.tsx'
import { Reason } from '../../views/reason.tsx'
import { dayText } from '../../views/times.ts'
import type { PackChecking } from './use-pack-check.ts'

export function PackVerdict({ checking }: { readonly checking: PackChecking }) {
  const { pack: texts } = useAgent().t.windowDispensing
  const { answer, isGood, prescription } = checking
  if (answer?.ok === false) return <PackRefused refusal={answer} />
  const scanned = answer?.data.scanned ?? null
  if (answer !== null && !answer.data.fits)
    return (
      <Notice level="bad" title={texts.fitsNot}>
        {answer.data.reason !== null && (
          <p>
            <Reason reasons={[answer.data.reason]} />
          </p>
        )}
        {scanned !== null && <Scanned scanned={scanned} />}
      </Notice>
    )
  if (!isGood || prescription.check === null) return null
  return <Good check={prescription.check} scanned={scanned} />
}

interface GoodProps {
  readonly check: PackCheck
  /** Null: it was checked before this page was opened, or none was scanned. */
  readonly scanned: ScannedPack | null
}

function Good({ check: { skippedBecause, lot, expiry }, scanned }: GoodProps) {
  const { t } = useAgent()
  const { pack: texts } = t.windowDispensing
  if (skippedBecause !== null)
    return <Notice level="caution" title={texts.skipped(texts.skips[skippedBecause])} />
  const facts = [
    ...(lot === null ? [] : [`${texts.lot}: ${lot}`]),
    ...(expiry === null ? [] : [`${texts.expiry}: ${dayText(t.locale, expiry)}`]),
  ]
  return (
    <Notice level="good" title={texts.fits}>
      {scanned !== null && <Scanned scanned={scanned} />}
      {facts.length > 0 && <p>{facts.join(' · ')}</p>}
    </Notice>
  )
}

function Scanned({ scanned: { drug, pack } }: { readonly scanned: ScannedPack }) {
  const { pack: texts } = useAgent().t.windowDispensing
  return (
    <p>
      {texts.scanned}: <strong>{drug.name}</strong>, {pack.label}
    </p>
  )
}

function PackRefused({ refusal }: { readonly refusal: Refusal }) {
  const { pack: texts } = useAgent().t.windowDispensing
  const { code, reason } = refusal
  if (reason !== undefined || !Object.hasOwn(texts.refused, code)) return <Refused refusal={refusal} />
  return (
    <Notice level="bad" title={texts.notChecked}>
      <p>{texts.refused[code as keyof typeof texts.refused]}</p>
    </Notice>
  )
}
