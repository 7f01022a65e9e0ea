// What a product is, in words: whole for who has no form with it.
import type { Category } from '@pharmacy-relay/shared/api/shop/categories.ts'
import type { PanelProduct } from '@pharmacy-relay/shared/api/shop/panel-products.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { ComponentChildren } from 'preact'
import { moneyText, percentText } from '../../../views/money.ts'
import { categoryName } from '../categories/category-tree.ts'

interface FactsProps {
  readonly about: PanelProduct
  readonly categories: readonly Category[]
  readonly isWhole: boolean
  readonly t: Texts
}

export function ProductFacts({ about, categories, isWhole, t }: FactsProps) {
  const { product, currency } = about
  const { fields, available, held, state, sold, withdrawn, pieces } = t.shop.products
  return (
    <>
      <dl class="user-facts facts">
        <Fact name={state}>{product.isActive ? sold : withdrawn}</Fact>
        <Fact name={available}>{pieces(product.available)}</Fact>
        <Fact name={held}>{pieces(product.held)}</Fact>
        <Fact name={fields.priceMinor}>{moneyText(product.priceMinor, currency, t.locale)}</Fact>
        {isWhole && (
          <>
            <Fact name={fields.taxBp}>{percentText(product.taxBp, t.locale)}</Fact>
            <Fact name={fields.sku}>{product.sku}</Fact>
            <Fact name={fields.gtin}>{product.gtin}</Fact>
            <Fact name={fields.brand}>{product.brand}</Fact>
            <Fact name={fields.categoryId}>{categoryName(categories, product.categoryId, t)}</Fact>
            <Fact name={fields.form}>{product.form}</Fact>
            <Fact name={fields.substance}>{product.substance}</Fact>
            <Fact name={fields.packSize}>{product.packSize}</Fact>
            <Fact name={fields.minQuantity}>{product.minQuantity}</Fact>
          </>
        )}
      </dl>
      {isWhole && product.description !== '' && <p class="product-text">{product.description}</p>}
    </>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  if (children === '' || children === null) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  )
}
