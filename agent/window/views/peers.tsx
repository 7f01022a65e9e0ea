// The computers that labels are exchanged with; one that shows another certificate than before waits for a person.
import { groupedFingerprint } from '@pharmacy-relay/shared/endorsement.ts'
import type { PeerRow } from '../../contract/peers.ts'
import { useAgent } from '../agent-context.ts'
import { useAsk } from '../use-ask.ts'
import { usePolled } from '../use-polled.ts'
import { Notice, Refused } from './notice.tsx'

export function Peers() {
  const { t, bridge } = useAgent()
  const { peers } = t.windowPages.pairing
  const { data, refusal, again } = usePolled(bridge, { method: 'peers', params: null, everyMs: 5_000 })
  const trust = useAsk('trustPeer')
  const confirm = async (peer: PeerRow, fingerprint: string): Promise<void> => {
    await trust.ask({ deviceKey: peer.deviceKey, fingerprint })
    again()
  }
  return (
    <section class="card" aria-labelledby="peers">
      <h2 id="peers">{peers.title}</h2>
      {data === null && refusal === null && <p data-loading>{t.window.loading}</p>}
      {refusal !== null && <Refused refusal={refusal} />}
      {trust.answer !== null &&
        (trust.answer.ok ? (
          <Notice level="good" title={peers.confirmed(nameOf(trust.answer.data, peers.unnamed))} />
        ) : (
          <Refused refusal={trust.answer} />
        ))}
      {data?.length === 0 && <p>{peers.none}</p>}
      {data !== null && data.length > 0 && (
        <ul class="plain">
          {data.map((peer) => (
            <li key={peer.deviceKey}>
              <Peer peer={peer} busy={trust.busy} confirm={confirm} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface PeerProps {
  readonly peer: PeerRow
  readonly busy: boolean
  readonly confirm: (peer: PeerRow, fingerprint: string) => Promise<void>
}

function Peer({ peer, busy, confirm }: PeerProps) {
  const { t } = useAgent()
  const { peers } = t.windowPages.pairing
  const name = nameOf(peer, peers.unnamed)
  return (
    <>
      <h3>
        {name} <span class="quiet">({peers[peer.part]})</span>
      </h3>
      {peer.refused.length === 0 && peer.trusted.length > 0 && <p class="quiet">{peers.trusted}</p>}
      {peer.refused.length > 0 && (
        <Notice level="caution" title={peers.changed(name)}>
          <p>{peers.changedText(name)}</p>
          {peer.refused.map((fingerprint) => (
            <div key={fingerprint} class="certificate">
              <p class="digits">{groupedFingerprint(fingerprint)}</p>
              <button type="button" aria-disabled={busy} onClick={() => void confirm(peer, fingerprint)}>
                {peers.same}
              </button>
            </div>
          ))}
          <p>{peers.different}</p>
        </Notice>
      )}
    </>
  )
}

function nameOf({ computerName }: PeerRow, unnamed: string): string {
  return computerName === '' ? unnamed : computerName
}
