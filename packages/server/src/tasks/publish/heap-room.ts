// Whether the heap of this thread has room for more atoms.
import { getHeapStatistics } from 'node:v8';
import { isMainThread } from 'node:worker_threads';

/** Above this part of its heap, a thread reads no more atoms: the next allocation might end it. */
const MOST_OF_HEAP = 0.7;

/** Whether this thread may read more atoms. */
export function hasRoom(): boolean {
  if (isMainThread) return true;
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  return used_heap_size < MOST_OF_HEAP * heap_size_limit;
}
