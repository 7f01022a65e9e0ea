// The quick order: numbers are pasted or scanned, each line is answered, what was not taken stays in the field.
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../../../views/forms.tsx'
import { SHOP, productPath } from '../../paths.ts'
import { shopPage, type ShopFrame } from '../../views/shop-frame.tsx'
import { MAX_QUICK_LINES, type QuickAnswer } from './quick-lines.ts'

export interface QuickPageProps {
  readonly frame: ShopFrame
  /** Empty before something was sent. */
  readonly answers: readonly QuickAnswer[]
}

export function quickPage({ frame, answers }: QuickPageProps): string {
  const t = texts(frame.language)
  const q = t.storefront.quick
  const left = answers.filter(({ kind }) => kind !== 'added').map(({ line }) => line.text)
  return shopPage({
    frame,
    title: q.title,
    children: (
      <div class="basket">
        <h1>{q.title}</h1>
        {answers.length > 0 && <Answers answers={answers} t={t} />}
        <PostForm action={SHOP.quick} csrfToken={frame.csrfToken} class="stack">
          <label for="lines">{q.lines}</label>
          <p class="field-hint" id="lines-hint">
            {q.hint(MAX_QUICK_LINES)}
          </p>
          <textarea
            id="lines"
            name="lines"
            rows={8}
            maxLength={2_000}
            required
            autofocus
            spellcheck={false}
            autocomplete="off"
            aria-describedby="lines-hint"
          >
            {left.join('\n')}
          </textarea>
          <button type="submit">{q.add}</button>
        </PostForm>
        <p>
          <a href={SHOP.basket}>{t.storefront.basket.title}</a>
        </p>
      </div>
    ),
  })
}

function Answers({ answers, t }: { readonly answers: readonly QuickAnswer[]; readonly t: Texts }) {
  const isAll = answers.every((answer) => answer.kind === 'added' && answer.isEnough)
  return (
    <div class={isAll ? 'notice' : 'notice notice-fault'} role={isAll ? undefined : 'alert'}>
      <ul>
        {answers.map((answer, place) => (
          <li key={place}>
            <Answer answer={answer} t={t} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Answer({ answer, t }: { readonly answer: QuickAnswer; readonly t: Texts }) {
  const q = t.storefront.quick
  if (answer.kind !== 'added') return <>{`${answer.line.text}: ${q.faults[answer.kind]}`}</>
  const { product, line, isEnough } = answer
  return (
    <>
      {`${line.quantity} × `}
      <a href={productPath(product)}>{product.name}</a>
      {`: ${isEnough ? t.storefront.notices.added : q.fewer(product.available)}`}
    </>
  )
}
