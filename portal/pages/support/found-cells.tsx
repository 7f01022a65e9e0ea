// Cells and heads that the lists for support share: which computer of which pharmacy, and the way to both.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Viewer } from '../../views/frame-props.ts'
import type { FoundComputer } from '@pharmacy-relay/shared/api/relay-support.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import { HistoryLink } from '../history/history-link.tsx'

interface PlaceCellsProps {
  readonly computer: FoundComputer
  readonly t: Texts
}

export function FoundHeads({ t }: { readonly t: Texts }) {
  return (
    <>
      <th scope="col">{t.support.computer}</th>
      <th scope="col">{t.support.pharmacy}</th>
    </>
  )
}

interface FoundCellsProps extends PlaceCellsProps {
  readonly viewer: Viewer | null
  /** What the row leads to on the page of the pharmacy. */
  readonly to: string
}

export function FoundCells({ viewer, computer, to, t }: FoundCellsProps) {
  const { displayName, pcName, storeId } = computer
  return (
    <>
      <th scope="row" class="cell-computer">
        <a class="pc-name" href={to}>
          <bdi>{computerName(computer)}</bdi>
        </a>
        {displayName !== null && <span class="sub">{t.computers.ownName(pcName)}</span>}
        {may(viewer, storeApi.computerHistory) && <HistoryLink computer={computer} storeId={storeId} t={t} />}
      </th>
      <td>
        <bdi>{computer.customerName}</bdi>
        <span class="sub">{storeId}</span>
      </td>
    </>
  )
}

export function PlaceHeads({ t }: { readonly t: Texts }) {
  return (
    <>
      <th scope="col" class="col-addresses">
        {t.pharmacy.addresses}
      </th>
      <th scope="col" class="col-version">
        {t.pharmacy.version}
      </th>
    </>
  )
}

/** Where it is and what runs on it. */
export function PlaceCells({ computer, t }: PlaceCellsProps) {
  const { localIpAddress, publicIpAddress, softwareVersion, isTooOld } = computer
  return (
    <>
      <td>
        <span class="address">
          <span class="address-kind">{t.pharmacy.localIp}</span> {localIpAddress}
        </span>
        {publicIpAddress !== null && (
          <span class="address">
            <span class="address-kind">{t.pharmacy.publicIp}</span> {publicIpAddress}
          </span>
        )}
      </td>
      <td class="cell-version">
        <span class="cell-label" aria-hidden="true">
          {t.pharmacy.version}
        </span>
        <span class="with-mark">
          <span>{softwareVersion}</span>
          {isTooOld && (
            <span class="mark-warning" title={t.pharmacy.tooOldAdvice}>
              {t.pharmacy.tooOld}
            </span>
          )}
        </span>
      </td>
    </>
  )
}
