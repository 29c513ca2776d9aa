import { Page, PageHead } from '#src/ui/page/Page.tsx'
import { ErrorState } from '#src/ui/state/ErrorState.tsx'

/** A page that can only say why it shows nothing. */
export function MessagePage({ title, message }: { title: string; message: string }) {
  return (
    <Page title={title}>
      <PageHead title={title} />
      <ErrorState message={message} />
    </Page>
  )
}
