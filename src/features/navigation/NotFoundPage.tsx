import { MessagePage } from './MessagePage.tsx'

/** The page for an unknown URL. @param data the reason, when the route gives one */
export function NotFoundPage({ data }: { data?: unknown }) {
  if (typeof data === 'string') return <MessagePage title={data} />
  return <MessagePage title="Page introuvable">Cette page n'existe pas, ou elle n'existe plus.</MessagePage>
}
