// Two computers with one identity, side by side: what is known of each, and the button that makes it one of its own.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Viewer } from '../../views/frame-props.ts'
import { whoMay } from '../../views/who-may.ts'
import type {
  CustomerDetail,
  IdentityConflict,
  RelayComputer,
} from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import { PostForm } from '../../views/forms.tsx'
import { Icon } from '../../views/icons.tsx'
import { cloneId, newIdentityPath } from '../../views/paths.ts'
import { RowButton } from '../../views/row-button.tsx'
import { Age } from '../../views/times/time.tsx'

const FORM_ID = 'new-identity'

interface NewIdentityFormProps {
  readonly customer: Pick<CustomerDetail, 'storeId'>
  readonly csrfToken: string
}

/** Stands outside the live region, where banners come and go. */
export function NewIdentityForm({ customer, csrfToken }: NewIdentityFormProps) {
  return <PostForm id={FORM_ID} action={newIdentityPath(customer.storeId)} csrfToken={csrfToken} />
}

interface CloneBannerProps {
  readonly computer: RelayComputer
  readonly viewer: Viewer | null
  readonly now: Date
  readonly t: Texts
}

/** Nothing for a computer that is the only one of its identity. */
export function CloneBanner({ computer, viewer, now, t }: CloneBannerProps) {
  const { conflict, id } = computer
  if (conflict === null) return null
  return (
    <section class="card-plain clone" aria-labelledby={cloneId(id)} data-key={`clone-of-${id}`}>
      <h2 id={cloneId(id)}>
        <Icon name="alert" /> {t.computers.conflictTitle(computerName(computer))}
      </h2>
      <p>{t.computers.conflictIntro}</p>
      <div class="clone-sides">
        {conflict.sides.map((side) => (
          <CloneSide
            key={side.bootId}
            side={side}
            computer={computer}
            conflict={conflict}
            viewer={viewer}
            now={now}
            t={t}
          />
        ))}
      </div>
    </section>
  )
}

type Side = IdentityConflict['sides'][number]

interface CloneSideProps extends CloneBannerProps {
  readonly side: Side
  readonly conflict: IdentityConflict
}

/** Connected or refused is said by a word, a shape and a colour. */
function CloneSide({ side, computer, conflict, viewer, now, t }: CloneSideProps) {
  return (
    <article class="clone-side" aria-label={t.computers.side(side.pcName)}>
      <h3>
        <bdi>{side.pcName}</bdi>
      </h3>
      <span class={`presence presence-${side.isIn ? 'online' : 'offline'}`}>
        <span class="presence-dot" aria-hidden="true"></span>
        {side.isIn ? t.computers.isIn : t.computers.isOut}
      </span>
      <dl class="facts">
        <Fact label={t.computers.localAddress}>{side.localIpAddress}</Fact>
        <Fact label={t.computers.publicAddress}>{side.publicIpAddress}</Fact>
        <Fact label={t.pharmacy.version}>{side.softwareVersion}</Fact>
        <div>
          <dt>{t.computers.seen}</dt>
          <dd>
            <Age at={side.seenAt} now={now} locale={t.locale} />
          </dd>
        </div>
      </dl>
      {may(viewer, storeApi.newIdentity) ? (
        <RowButton
          form={FORM_ID}
          name="side"
          value={`${computer.id} ${side.bootId}`}
          of={side.pcName}
          class="btn"
          obstacle={obstacleOf({ side, conflict, t })}
        >
          {t.computers.newIdentity}
        </RowButton>
      ) : (
        <p class="sub">{t.computers.onlyRoles(whoMay(storeApi.newIdentity, t))}</p>
      )}
    </article>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  )
}

/** Why the button does nothing now; null when it does. With a new identity for both nobody would keep the old one. */
function obstacleOf({ side, conflict, t }: Pick<CloneSideProps, 'side' | 'conflict' | 't'>) {
  if (side.isLeaving) return t.computers.isLeaving
  return conflict.sides.some(({ isLeaving }) => isLeaving) ? t.computers.otherIsLeaving : null
}
