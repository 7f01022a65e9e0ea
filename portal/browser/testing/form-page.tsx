// For browser tests: a page with a form as the pages of the portal write them.
import { Field, PostForm } from '../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'

interface FormPageProps {
  readonly frame: FrameProps
  /** The entries that it shows were refused. */
  readonly unsaved: boolean
}

export function formPage({ frame, unsaved }: FormPageProps): string {
  return pageDocument({
    frame,
    title: 'Form',
    children: (
      <>
        <PostForm action="/saved" csrfToken={frame.csrfToken} unsaved={unsaved}>
          <Field name="name" label="Name" value="Central" hint={null} fault={null} input={{ type: 'text' }} />
          <button type="submit">Save</button>
        </PostForm>
        <a href="/relay">Cancel</a>
      </>
    ),
  })
}
