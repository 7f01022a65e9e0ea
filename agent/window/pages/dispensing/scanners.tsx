// The last scan that reached this window, and the code that pairs a scanner with it.
import { pairingCodeText } from '@pharmacy-relay/shared/pairing.ts'
import { useAgent } from '../../agent-context.ts'
import { useAsk } from '../../use-ask.ts'
import type { SeenScan } from '../../use-scans.ts'
import { Button } from '../../views/button.tsx'
import { Refused } from '../../views/notice.tsx'

export function Scanners({ scan }: { readonly scan: SeenScan | null }) {
  const { t, status } = useAgent()
  const texts = t.windowDispensing.scanners
  const { busy, answer, ask } = useAsk('scannerCode')
  return (
    <section class="card" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <output>
        {scan === null ? (
          texts.none
        ) : (
          <>
            {scan.scanner === null ? texts.typed : texts.from(scan.scanner)}{' '}
            {/* A separator has no picture of its own. */}
            <span class="digits scanned">{scan.text.replaceAll('\u001d', ' ')}</span>
          </>
        )}
      </output>
      <p class="quiet">{texts.hint}</p>
      <div class="row">
        <Button onPress={() => void ask(null)} whyNot={busy ? '' : null}>
          {texts.pair}
        </Button>
      </div>
      {answer?.ok === true && (
        <output>
          <strong class="digits">{pairingCodeText(answer.data.code)}</strong> {texts.codeHint}{' '}
          {status !== null && status.hubUrl !== null && texts.atPhone(scannerPage(status.hubUrl))}
        </output>
      )}
      {answer?.ok === false && <Refused refusal={answer} />}
    </section>
  )
}

/** The portal, which has the hub, has the page for phones as well. */
function scannerPage(hubUrl: string): string {
  return new URL('/scanner', hubUrl).href
}
