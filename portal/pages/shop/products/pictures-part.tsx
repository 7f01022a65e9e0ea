// The pictures of a product: what is to be seen of each, and the form that brings one. It needs no script.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { PanelPicture } from '@pharmacy-relay/shared/api/shop/pictures.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Field, PostForm } from '../../../views/forms.tsx'
import type { FrameProps } from '../../../views/frame-props.ts'
import { picturesPath, removePicturePath } from '../../../views/shop-paths.ts'

interface PicturesProps {
  readonly frame: FrameProps
  readonly productId: number
  readonly pictures: readonly PanelPicture[]
  /** What was typed for one that was refused. */
  readonly alt: string
  readonly faults: ReadonlySet<string>
  readonly t: Texts
}

export function PicturesPart(props: PicturesProps) {
  const { frame, pictures, t } = props
  return (
    <section class="card-plain shop-part" aria-labelledby="pictures-title">
      <h2 id="pictures-title">{t.shop.products.pictures.title}</h2>
      {pictures.length === 0 && <p class="muted">{t.shop.products.pictures.none}</p>}
      <ul class="pictures">
        {pictures.map((picture) => (
          <li key={picture.id}>
            <img src={`data:image/webp;base64,${picture.preview}`} alt={picture.alt} />
            <RemoveForm {...props} picture={picture} />
          </li>
        ))}
      </ul>
      {may(frame.viewer, storeApi.addProductPicture) && <AddForm {...props} />}
    </section>
  )
}

function RemoveForm({ frame, productId, picture, t }: PicturesProps & { readonly picture: PanelPicture }) {
  if (!may(frame.viewer, storeApi.removeProductPicture)) return null
  return (
    <PostForm action={removePicturePath(productId)} csrfToken={frame.csrfToken}>
      <input type="hidden" name="picture" value={picture.id} />
      <button type="submit" class="btn btn-sm">
        {t.shop.products.pictures.remove}
        <span class="visually-hidden">: {picture.alt}</span>
      </button>
    </PostForm>
  )
}

function AddForm({ frame, productId, alt, faults, t }: PicturesProps) {
  const words = t.shop.products.pictures
  const [isAltFaulty, isFileFaulty] = [faults.has('alt'), faults.has('files')]
  return (
    <PostForm action={picturesPath(productId)} csrfToken={frame.csrfToken} withFiles>
      <Field
        name="alt"
        label={words.alt}
        value={alt}
        hint={isAltFaulty ? null : words.altHint}
        fault={isAltFaulty ? words.altFault : null}
        input={{ type: 'text', required: true, maxlength: 200, autocomplete: 'off' }}
      />
      <div class="mb-3">
        <label class="form-label" for="files">
          {words.file}
        </label>
        <input
          id="files"
          name="files"
          type="file"
          required
          accept="image/jpeg,image/png,image/webp"
          class={isFileFaulty ? 'form-control is-invalid' : 'form-control'}
          aria-invalid={isFileFaulty ? 'true' : undefined}
          aria-describedby="files-hint"
        />
        <p class={isFileFaulty ? 'field-fault' : 'field-hint'} id="files-hint">
          {isFileFaulty ? words.fileFault : words.fileHint}
        </p>
      </div>
      <button type="submit" class="btn">
        {words.add}
      </button>
    </PostForm>
  )
}
