import {
  BATTERY,
  ENERGY_PER_BYTE,
  ENERGY_PER_MILLION,
  FREE_FLASH,
  FREE_RAM,
  RATE,
  type Quantity,
} from "../model/quantities";
import { ON_BOARD } from "../model/scenario";
import { Radios } from "../parts/Radios";
import { UsedToday } from "../parts/UsedToday";
import { choice, select } from "../state/state";
import { QuantityField, Typed } from "./QuantityField";
import "./application.css";

/** What the reader's board is like: what it does, what energy costs there, and how much memory is free. */
export function BoardApplication({ names }: { names: readonly string[] }) {
  return (
    <div class="application no-print" role="group" aria-label="Your board">
      <UsedToday names={names} />
      <QuantityField quantity={RATE} value={choice.rate.value} onChange={(rate) => select({ rate })} />
      <Radios
        legend="The board does"
        options={ON_BOARD}
        chosen={choice.onBoard.value}
        onChoose={(onBoard) => select({ onBoard })}
      />
      <QuantityField
        quantity={ENERGY_PER_BYTE}
        value={choice.energyPerByte.value ?? 0}
        onChange={(energy) => select({ energyPerByte: energy || null })}
      />
      <QuantityField
        quantity={ENERGY_PER_MILLION}
        value={choice.energyPerMillion.value ?? 0}
        onChange={(energy) => select({ energyPerMillion: energy || null })}
      />
      <details class="prices">
        <summary>Battery and memory</summary>
        <Price quantity={BATTERY} value={choice.battery.value} onChange={(battery) => select({ battery })} />
        <Price quantity={FREE_FLASH} value={choice.freeFlash.value} onChange={(freeFlash) => select({ freeFlash })} />
        <Price quantity={FREE_RAM} value={choice.freeRam.value} onChange={(freeRam) => select({ freeRam })} />
      </details>
    </div>
  );
}

interface PriceProps {
  quantity: Quantity;
  value: number | null;
  onChange: (value: number | null) => void;
}

function Price({ quantity, value, onChange }: PriceProps) {
  return (
    <p class="price">
      {quantity.label}
      <Typed quantity={quantity} value={value ?? 0} onChange={(typed) => onChange(typed || null)} />
    </p>
  );
}
