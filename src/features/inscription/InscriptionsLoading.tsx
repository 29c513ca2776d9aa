import { Loading, Skeleton } from '#src/ui/state/Skeleton.tsx'

export function InscriptionsLoading() {
  return (
    <Loading label="Chargement des inscriptions">
      <div className="stack" style={{ '--gap': 'var(--space-2)' }}>
        <Skeleton height="2.75rem" width="18rem" radius="var(--radius-full)" />
        {[1, 2, 3, 4, 5].map((n) => (
          <Skeleton key={n} height="4.25rem" radius="var(--radius-control)" />
        ))}
      </div>
    </Loading>
  )
}
