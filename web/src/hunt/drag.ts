/** Dragging a tile with mouse, finger or pen; the board decides what may be dragged and what it means. */
export interface DragWish {
  can(space: string): boolean;
  begin(space: string): void;
  /** Let go over a space, or over none. */
  end(from: string, to: string | null): void;
}

const SLACK = 6; // pixels that a click may tremble

export class Drag {
  private from: { space: string; tile: HTMLElement; x: number; y: number; pointer: number } | null = null;
  private moving = false;
  private justDragged = false;

  constructor(private readonly wish: DragWish) {}

  /** Whether the click that follows belongs to a drag that has just ended. */
  wasDrag(): boolean {
    const was = this.justDragged;
    this.justDragged = false;
    return was;
  }

  /** Watch the pointer over the board. */
  watch = (grid: HTMLElement) => {
    const listeners: [string, (event: PointerEvent) => void][] = [
      ["pointerdown", this.down],
      ["pointermove", this.move],
      ["pointerup", this.up],
      ["pointercancel", this.cancel],
    ];
    for (const [name, hear] of listeners) grid.addEventListener(name, hear as EventListener);
    return {
      destroy: () => {
        for (const [name, hear] of listeners) grid.removeEventListener(name, hear as EventListener);
      },
    };
  };

  private down = (event: PointerEvent) => {
    this.justDragged = false;
    const cell = (event.target as Element).closest<HTMLElement>("[data-space]");
    const space = cell?.dataset["space"];
    if (!cell || !space || event.button !== 0 || !this.wish.can(space)) return;
    this.from = { space, tile: cell, x: event.clientX, y: event.clientY, pointer: event.pointerId };
  };

  private move = (event: PointerEvent) => {
    const { from } = this;
    if (!from || event.pointerId !== from.pointer) return;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    if (!this.moving) {
      if (Math.hypot(x, y) < SLACK) return;
      this.moving = true;
      from.tile.setPointerCapture(from.pointer);
      this.wish.begin(from.space);
    }
    from.tile.style.setProperty("--x", `${x}px`);
    from.tile.style.setProperty("--y", `${y}px`);
  };

  private up = (event: PointerEvent) => {
    const { from, moving } = this;
    this.reset();
    if (!from || !moving) return;
    this.justDragged = true;
    const below = document.elementsFromPoint(event.clientX, event.clientY);
    const cell = below.find((element) => element instanceof HTMLElement && element.dataset["space"]);
    this.wish.end(from.space, (cell as HTMLElement | undefined)?.dataset["space"] ?? null);
  };

  private cancel = () => {
    const { from, moving } = this;
    this.reset();
    if (from && moving) this.wish.end(from.space, null);
  };

  private reset(): void {
    this.from?.tile.style.removeProperty("--x");
    this.from?.tile.style.removeProperty("--y");
    this.from = null;
    this.moving = false;
  }
}
