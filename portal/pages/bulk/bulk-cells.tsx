// Which computer of which pharmacy, in the tables of what is done with many.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerRowPath } from '../../views/paths.ts'
import type { BulkComputer } from './bulk-runs.ts'

interface BulkHeadsProps {
  /** The head of the column behind both. */
  readonly more: string | null
  readonly t: Texts
}

export function BulkHeads({ more, t }: BulkHeadsProps) {
  return (
    <tr>
      <th scope="col">{t.support.computer}</th>
      <th scope="col">{t.support.pharmacy}</th>
      {more !== null && <th scope="col">{more}</th>}
    </tr>
  )
}

export function BulkComputerCells({ computer, t }: { readonly computer: BulkComputer; readonly t: Texts }) {
  const { storeId, computerId, name, customerName } = computer
  return (
    <>
      <th scope="row" class="cell-computer">
        <a class="pc-name" href={computerRowPath(storeId, computerId)}>
          <bdi>{name}</bdi>
        </a>
      </th>
      <td>
        <span class="visually-hidden">{t.support.pharmacy}: </span>
        <bdi>{customerName}</bdi>
        <span class="sub">{storeId}</span>
      </td>
    </>
  )
}
