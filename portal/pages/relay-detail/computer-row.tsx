// One computer of a pharmacy: a table row where there is room, a card on a phone. All else is on the computer's own page.
import { computerRowId } from '../../views/paths.ts'
import { computerColumns, type ComputerCellProps, type ComputerColumn } from './computer-columns.tsx'

/** `data-seq` keeps an older row from replacing a newer one. */
export function ComputerRow(props: ComputerCellProps) {
  const { computer } = props
  return (
    <tr
      id={computerRowId(computer.id)}
      data-key={`computer-${computer.id}`}
      data-seq={String(computer.presenceSeq)}
      class={computer.isOnline ? 'is-online' : 'is-offline'}
    >
      {computerColumns.map((column) => (
        <Cell key={column.name} column={column} props={props} />
      ))}
    </tr>
  )
}

/** The label is shown on narrow screens only, where the table has no head. */
function Cell({ column, props }: { readonly column: ComputerColumn; readonly props: ComputerCellProps }) {
  const { name, title, form } = column
  const said = <column.Cell {...props} />
  if (form === 'row')
    return (
      <th scope="row" class={`cell-${name}`}>
        {said}
      </th>
    )
  if (form === 'plain') return <td class={`cell-${name}`}>{said}</td>
  return (
    <td>
      <span class="cell-label" aria-hidden="true">
        {title(props.t)}
      </span>
      <span class="cell-value">{said}</span>
    </td>
  )
}
