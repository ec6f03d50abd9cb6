// Primes about kitchen, garden and rights, for questions of agents.

export const HOME = `
@bake/doughs | Yeast doughs by numbers: percentages, temperatures and times
fact bakers-percent | Everything is counted in percent of the flour
statement: Flour is always 100. A loaf with 1,000 g of flour, 700 g of water, 20 g of salt and 3 g of dry yeast has 70 percent hydration, 2 percent salt and 0.3 percent yeast.
rule water-temperature | The temperature of the water sets that of the dough
statement: Multiply the wanted temperature of the dough by three, and subtract those of the room, of the flour and what kneading adds (about 6 degrees by machine). For 25 degrees in a room with 22: 75 - 22 - 22 - 6 = 25 degrees.
requires: @bake/fact-bakers-percent
rule cold-proof | Let shaped loaves rest in the fridge over night
statement: Eight to sixteen hours at 4 degrees. Acids develop while the yeast sleeps, the crust blisters, and a cold loaf is easier to score. Bake straight from the fridge.
rule done | A loaf is done at 96 degrees inside
statement: Push the thermometer into the middle from below. Rich doughs with butter and eggs are done at 88 degrees. The sound of a knock only tells that the crust is dry.

@grow/compost | Compost that gets warm and does not smell: what goes in, how wet, how often to turn
rule brown-and-green | Mix three parts of brown and one part of green
statement: Dry leaves, straw and cardboard are brown and bring carbon; kitchen scraps and fresh grass are green and bring nitrogen. By weight that is about thirty parts of carbon to one of nitrogen. Too much green smells of ammonia.
requires: @grow/rule-moisture
rule moisture | As wet as a sponge that was wrung out
statement: Squeeze a handful: one or two drops should come. Water dry heaps in layers; mix cardboard into wet ones.
related: @grow/procedure-turn
procedure turn | Turn the heap when its middle cools below 40 degrees
statement: Heaps reach 55 to 65 degrees within a week; three days above 55 kill weed seeds. Turn the outside into the middle, water, and wait for the next peak. After three peaks let it ripen for two months.
rule keep-out | Keep meat, fat and diseased plants out
statement: They attract rats or survive. Citrus peel is fine in small amounts. Ash of untreated wood: a handful a month, because it raises the pH.

@cafe/espresso | Espresso at home: dose, yield, time, temperature and what to change first
rule ratio | Two grams of drink from one gram of coffee
statement: Weigh both: 18 g in, 36 g out, in 25 to 30 seconds counted from the start of the pump. Keep the dose and change only the grind until the time is right.
related: @cafe/rule-taste
rule taste | Sour means too little extraction, bitter too much
statement: Sour: grind finer, or let more run. Bitter and dry: grind coarser, or stop earlier. Both at once is channelling: distribute the grounds and tamp level.
requires: @cafe/rule-ratio
rule water | Soft water with some minerals
statement: About 50 to 100 mg of calcium carbonate a litre. Distilled water tastes flat and corrodes boilers; hard water leaves scale within weeks.
rule purge | Flush the group and wipe the steam wand at once
statement: A second of water after each shot keeps old grounds out of the next one. Milk that dries in the wand takes a needle to remove.

@rights/privacy | Personal data in the European Union, for people who build software
fact breach-deadline | A breach is reported to the authority within 72 hours
statement: The hours count from the moment when the company knows, weekends included. If the risk for people is high, they are told as well, without delay and in plain words. Unlikely risks are only written down.
requires: @rights/procedure-breach-record
procedure breach-record | Keep a record of every breach, reported or not
statement: What happened, which data, how many people, what followed and what was done. The authority may ask for it at any time.
rule minimise | Collect only what the purpose needs
statement: Write the purpose beside each field of a form. A birthday is not needed to find out whether somebody is an adult: ask that.
related: @rights/rule-erasure
rule erasure | Answer requests for erasure within one month
statement: Two more months are possible for complex requests, if the person is told within the first. Invoices stay, because tax law wants them; block them from other uses. Backups may keep the data until they expire, if a restore deletes it again.
fact legal-bases | There are six legal bases, and consent is only one
statement: Consent, contract, legal obligation, vital interests, public task and legitimate interest. Consent that cannot be refused without harm is none.
`;
