// What a list changes, in numbers, and its files.
import type { DrugImport, ImportCounts } from '@pharmacy-relay/shared/api/pharmacy/imports.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'

export function ImportChanges({ counts, t }: { readonly counts: ImportCounts; readonly t: Texts }) {
  const { what, inList, added, changed, withdrawn, changesTitle, drugs, packs } = t.drugImports
  const numbers = new Intl.NumberFormat(t.locale)
  // Two columns of numbers, so that the longest words have room on a narrow screen.
  const rows = [
    [inList, counts.drugs, counts.packs],
    [added, counts.drugsNew, counts.packsNew],
    [changed, counts.drugsChanged, counts.packsChanged],
    [withdrawn, counts.drugsWithdrawn, counts.packsWithdrawn],
  ] as const
  return (
    <div class="card-plain table-card">
      <table class="counts-table">
        <caption>{changesTitle}</caption>
        <thead>
          <tr>
            {[what, drugs, packs].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, at) => (
                <td key={at}>{numbers.format(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Names, sizes and hashes, as they were announced. */
export function ImportFiles({ files, t }: { readonly files: DrugImport['files']; readonly t: Texts }) {
  const numbers = new Intl.NumberFormat(t.locale, { style: 'unit', unit: 'byte', unitDisplay: 'long' })
  return (
    <dl class="facts import-files">
      {files.map(({ name, bytes, sha256 }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {numbers.format(bytes)}
            <span class="sub">
              {t.drugImports.fileHash} <code>{sha256}</code>
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
