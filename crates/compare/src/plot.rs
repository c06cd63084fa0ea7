//! Plots the results: solved instances against time (a cactus plot), and for two engines a scatter plot.

use std::path::Path;

use groundplan_terminal::exit::Failure;
use groundplan_terminal::file;
use plotters::coord::Shift;
use plotters::prelude::*;

use crate::competitor::RunLimits;
use crate::results::Results;
use crate::row::Outcome;

/// The width and height of one plot in pixels.
const SIZE: (u32, u32) = (720, 540);

/// The smallest time that is plotted: the accounting of the system is not finer.
const LEAST_SECONDS: f64 = 0.001;

/// A colour for each engine, distinguishable with colour blindness (Okabe & Ito: Color Universal Design, J*FLY, 2002).
const COLOURS: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
    RGBColor(150, 150, 0),
];

type Drawn = Result<(), Box<dyn std::error::Error>>;

/// Draws the plots into an SVG file.
///
/// # Errors
///
/// When the file cannot be written.
pub fn draw(
    path: &Path,
    results: &Results,
    instances: &[&str],
    engines: &[String],
    limits: RunLimits,
) -> Result<(), Failure> {
    let mut svg = String::new();
    let most = limits.time.as_secs_f64().max(10.0 * LEAST_SECONDS);
    plots(&mut svg, results, instances, engines, most)
        .map_err(|error| Failure::Internal(format!("cannot draw: {error}")))?;
    file::write(path, &svg)
}

fn plots(svg: &mut String, results: &Results, instances: &[&str], engines: &[String], most: f64) -> Drawn {
    let (width, height) = SIZE;
    let scattered = <&[String; 2]>::try_from(engines).ok();
    let width = if scattered.is_some() { 2 * width } else { width };
    let root = SVGBackend::with_string(svg, (width, height)).into_drawing_area();
    match scattered {
        None => cactus(&root, results, instances, engines, most)?,
        Some([one, other]) => {
            let (left, right) = root.split_horizontally(SIZE.0);
            cactus(&left, results, instances, engines, most)?;
            scatter(&right, results, instances, (one, other), most)?;
        }
    }
    root.present()?;
    Ok(())
}

/// Draws how many instances each engine solves within how much time.
fn cactus(
    area: &DrawingArea<SVGBackend, Shift>,
    results: &Results,
    instances: &[&str],
    engines: &[String],
    most: f64,
) -> Drawn {
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(area)
        .caption("Instances solved within a CPU time each", ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d(0..instances.len() as u32 + 1, (LEAST_SECONDS..most).log_scale())?;
    chart.configure_mesh().x_desc("instances solved").x_max_light_lines(1).y_desc("CPU seconds").draw()?;
    for (engine, colour) in engines.iter().zip(COLOURS.into_iter().cycle()) {
        let mut seconds: Vec<f64> = instances
            .iter()
            .filter_map(|instance| results.median(instance, engine))
            .filter(|row| row.outcome == Outcome::Solved)
            .map(|row| row.cpu.as_secs_f64().clamp(LEAST_SECONDS, most))
            .collect();
        seconds.sort_by(f64::total_cmp);
        let points: Vec<(u32, f64)> = (1..).zip(seconds).collect();
        chart
            .draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)))?
            .label(format!("{engine} ({})", points.len()))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
        chart.draw_series(points.iter().map(|&point| Circle::new(point, 3, colour.filled())))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .draw()?;
    Ok(())
}

/// Draws a point for each instance: the times of both engines, at the border for an unsolved instance.
fn scatter(
    area: &DrawingArea<SVGBackend, Shift>,
    results: &Results,
    instances: &[&str],
    (one, other): (&str, &str),
    most: f64,
) -> Drawn {
    area.fill(&WHITE)?;
    let axis = || (LEAST_SECONDS..most).log_scale();
    let mut chart = ChartBuilder::on(area)
        .caption("CPU seconds on each instance", ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d(axis(), axis())?;
    chart.configure_mesh().x_desc(one).y_desc(other).draw()?;
    let diagonal = [(LEAST_SECONDS, LEAST_SECONDS), (most, most)];
    chart.draw_series(LineSeries::new(diagonal, BLACK.mix(0.3)))?;
    // Skip instances without a row, or to which an engine does not apply.
    let seconds = |instance: &str, engine: &str| {
        let row = results.median(instance, engine)?;
        match row.outcome {
            Outcome::Solved => Some(row.cpu.as_secs_f64().clamp(LEAST_SECONDS, most)),
            outcome if outcome.failed() => Some(most),
            _ => None,
        }
    };
    let points =
        instances.iter().filter_map(|&instance| Some((seconds(instance, one)?, seconds(instance, other)?)));
    chart.draw_series(points.map(|point| Circle::new(point, 3, COLOURS[0].mix(0.7).filled())))?;
    Ok(())
}
