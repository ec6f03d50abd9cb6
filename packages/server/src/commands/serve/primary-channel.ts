// A worker's end of the channel to the primary.
import type { Notice, Of, Order } from './messages.ts';

/** Resolves with the next order of this type. */
export function nextOrder<Type extends Order['type']>(type: Type): Promise<Of<Order, Type>> {
  return new Promise((resolve) => {
    process.on('message', function take(order: Order) {
      if (order.type !== type) return;
      process.off('message', take);
      resolve(order as Of<Order, Type>);
    });
  });
}

/** Resolves when the notice was sent. */
export function tell(notice: Notice): Promise<void> {
  return new Promise((resolve) => process.send?.(notice, () => resolve()));
}
