import { Loading, Skeleton } from '#src/ui/state/Skeleton.tsx'

export function NotificationsLoading() {
  return (
    <Loading label="Chargement des notifications">
      <div className="stack" style={{ '--gap': 'var(--space-2)' }}>
        {[1, 2, 3, 4].map((n) => (
          <Skeleton key={n} height="5rem" radius="var(--radius-control)" />
        ))}
      </div>
    </Loading>
  )
}
