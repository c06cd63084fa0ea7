//! What counting says of a conflict, as JSON.

use groundplan_explain::{Column, CountedDemand, CountedPlace, Counting};
use serde_json::{json, Value};

/// Returns what counting says: `needed`, `available`, the sentence as `text`, and each demand and place with its values.
pub fn counting(counting: &Counting) -> Value {
    let columns = |columns: &[Column]| columns.iter().map(name).collect::<Value>();
    let demand =
        |CountedDemand { values, needs }: &CountedDemand| json!({ "values": values, "needs": needs });
    let place = |CountedPlace { values, takes }: &CountedPlace| json!({ "values": values, "takes": takes });
    let fixed = counting.fixed.iter().map(|(column, value)| json!({ "of": name(column), "value": value }));
    json!({
        "needed": counting.needed,
        "available": counting.available,
        "text": counting.to_string(),
        "demands_of": columns(&counting.demand_columns),
        "demands": counting.demands.iter().map(demand).collect::<Value>(),
        "places_of": columns(&counting.place_columns),
        "places_with": fixed.collect::<Value>(),
        "places": counting.places.iter().map(place).collect::<Value>(),
    })
}

/// Returns the name of what the values of a column are: a predicate, a variable, or a predicate with an argument's number.
fn name(column: &Column) -> Value {
    match column {
        Column::Predicate(name) => json!({ "predicate": name }),
        Column::Variable(name) => json!({ "variable": name }),
        Column::Argument(number, predicate) => json!({ "predicate": predicate, "argument": number }),
    }
}
